/** Reads a contract from its file, and says in one line where it is wrong. */
import { readFileSync } from 'node:fs'
import type { Document } from '@monitoring-service/contract'
import { findPlace, parseContract } from '@monitoring-service/contract/yaml'
import { InvalidContractError } from './check.ts'

/** @throws Error in one line if the file cannot be read. */
export function readContractFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reasons: Record<string, string> = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }
    throw new Error(`${file} cannot be read: ${reasons[code ?? ''] ?? code}`)
  }
}

/**
 * Hands the document in a text on.
 * @param file is how messages call it.
 * @throws Error in one line, `file:line:column: reason`, if the document is at fault.
 */
export async function withDocument<T>(text: string, file: string, use: (document: Document) => Promise<T>): Promise<T> {
  try {
    return await use(parseContract(text))
  } catch (error) {
    throw asLine(error as Fault, text, file)
  }
}

/** What js-yaml and we throw. */
type Fault = Error & { reason?: string; mark?: { line: number; column: number } }

function asLine(fault: Fault, text: string, file: string): Error {
  if (fault instanceof InvalidContractError) {
    const { line, column } = findPlace(text, fault.pointer)
    return new Error(`${file}:${line}:${column}: ${fault.message}`)
  }
  if (fault.name !== 'YAMLException') return fault
  // js-yaml counts from 0, and has no mark where there is nothing.
  const { line = 0, column = 0 } = fault.mark ?? {}
  return new Error(`${file}:${line + 1}:${column + 1}: ${fault.reason}`)
}
