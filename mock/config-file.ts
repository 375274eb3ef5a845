/** Reads the mock's configuration file: delays, faults and rules, as JSON. */
import { type FaultOptions, faultOptions } from './fault-injection.ts'
import { checkKeys } from './known-names.ts'

const known = [...faultOptions, '$schema']

/** @throws Error in one line that names the file. */
export function parseConfig(text: string, file: string): FaultOptions {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message.split('\n', 1)}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(`${file} must be an object with ${known.join(', ')}`)
  }
  checkKeys(content, known, file)
  return content
}
