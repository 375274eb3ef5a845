/** Reads a data file. */
import { readFile } from 'node:fs/promises'
import { type Complete, parseData } from './parse-data.ts'
import type { Data } from './records.ts'

/** @throws Error in one line if the file cannot be read, or if its records are invalid. */
export async function readDataFile(file: string, now: Date, complete?: Complete): Promise<Data> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`the data file cannot be read: ${error.message}`)
  })
  return parseData(text, now, file, complete)
}
