/** Reads a data file: records to start with. */
import { readFile } from 'node:fs/promises'
import { checkShape } from './record-shape.ts'
import { type Data, emptyData } from './records.ts'

/**
 * Reads a data file. If it says `asOf`, its times are moved by what has passed since, so that "thirty days from
 * now" stays true; dates of statistics stay what they are.
 * @throws Error in one line if the file cannot be read or holds anything else than records.ts declares.
 */
export async function readDataFile(file: string, now: Date): Promise<Data> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`the data file cannot be read: ${error.message}`)
  })
  return parseData(text, now, file)
}

export function parseData(text: string, now: Date, file = 'the data'): Data {
  let content: Record<string, unknown>
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error(`${file} is not well-formed JSON`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${file} is not an object with lists of records`)
  const { asOf, ...lists } = content
  const data = { ...emptyData(), ...lists }
  checkShape(data, file)
  if (asOf === undefined) return data
  const passed = now.getTime() - Date.parse(String(asOf))
  if (Number.isNaN(passed)) throw new Error(`asOf in ${file} is not a time`)
  const move = (time: string) => new Date(Date.parse(time) + passed).toISOString()
  const moved = JSON.parse(
    JSON.stringify(data, (key, value) => (key.endsWith('At') && typeof value === 'string' ? move(value) : value)),
  )
  checkShape(moved, file)
  return moved
}
