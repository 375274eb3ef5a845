/** Reads a contract from its file and reports errors with their line and column. */
import { readFileSync } from 'node:fs'
import type { Document } from '@monitoring-service/contract'
import { findPosition } from '@monitoring-service/contract/position'
import { parseContract } from '@monitoring-service/contract/yaml'
import { InvalidContractError } from './check.ts'

const reasons: Record<string, string> = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }

/** @throws Error with a one-line message if the file cannot be read. */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(`${file} cannot be read: ${reasons[code] ?? code}`)
  }
}

/**
 * Parses a contract and passes the document to `use`.
 * @param file the file's name in error messages.
 * @throws Error with the message `file:line:column: reason` if the text is not YAML or `use` rejects the document.
 */
export async function withDocument<T>(text: string, file: string, use: (document: Document) => Promise<T>): Promise<T> {
  try {
    return await use(parseContract(text))
  } catch (error) {
    throw await withLocation(error as YamlError, text, file)
  }
}

type YamlError = Error & { reason?: string; mark?: { line: number; column: number } }

async function withLocation(error: YamlError, text: string, file: string): Promise<Error> {
  if (error instanceof InvalidContractError) {
    const { line, column } = await findPosition(text, error.pointer)
    return new Error(`${file}:${line}:${column}: ${error.message}`)
  }
  if (error.name !== 'YAMLException') return error
  // js-yaml counts from 0 and sets no mark for an empty text.
  const { line = 0, column = 0 } = error.mark ?? {}
  return new Error(`${file}:${line + 1}:${column + 1}: ${error.reason}`)
}
