/** Prints the report of a fuzz run. */
import { styleText } from 'node:util'
import type { Difference, Report } from './run.ts'

export function printReport({ seed, requests, answers, differences }: Report): void {
  for (const [said, count] of Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1))) {
    console.log(`${String(count).padStart(8)}  ${said}`)
  }
  for (const difference of differences) console.log(`\n${formatDifference(difference)}`)
  const colour = differences.length === 0 ? 'green' : 'red'
  const summary = `${requests} requests, ${differences.length} kinds of differences, seed ${seed}`
  console.log(styleText(colour, `\n${summary}`, { stream: process.stdout }))
}

/** Formats the request and both responses. */
export function formatDifference({ request, replies, count }: Difference): string {
  const said = Object.entries(replies).map(
    ([name, { said, did = '', problems }]) =>
      `${`${name}:`.padEnd(8)}${[said, did, problems].flat().filter(Boolean).join('; ')}`,
  )
  return `${request}\n${said.join('\n')}\n(${count} times)`.replace(/^/gm, '  ')
}
