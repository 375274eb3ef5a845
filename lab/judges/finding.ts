/** The result of a judge, and the judging of recorded traffic. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFolder } from '../folder.ts'
import { run } from '../programs.ts'

const agreement = fileURLToPath(new URL('../../test/agreement/main.ts', import.meta.url))

export interface Finding {
  rule: string
  message: string
}

export interface Verdict {
  findings: Finding[]
  /** The examined parts, with figures. */
  examined: string
}

export interface Options {
  /** The time of a run that generates requests. */
  seconds: number
}

export type Judge = (options: Options) => Promise<Verdict>

/** Sends the scenarios by two clients to a server, and lets a program judge the HTTP Archive of that. */
export async function judgeTraffic(program: string, toArguments: (archive: string) => string[]): Promise<Verdict> {
  return inFolder(async (folder) => {
    const archive = join(folder, 'traffic.har')
    await run(process.execPath, [agreement, '--har', archive])
    const { examined, findings } = JSON.parse(await run(program, toArguments(archive), { mayFind: true }))
    return { findings, examined: `${examined} recorded exchanges` }
  })
}
