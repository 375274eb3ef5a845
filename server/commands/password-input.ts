/** Reads a password from a pipe: what stands in the arguments is seen by everybody who lists processes. */
import { limits } from '@monitoring-service/contract'
import { type Tools, UsageError } from './command.ts'

/** @throws UsageError if there is none, or somebody would have to type it for all to see. */
export async function readPassword(stdin: Tools['stdin']): Promise<string> {
  if (stdin.isTTY) throw new UsageError('--password-stdin needs a pipe; without it a password is made and printed')
  const chunks: Buffer[] = []
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk))
    // No password is longer, and a pipe may never end.
    if (chunk.includes('\n') || Buffer.concat(chunks).length > limits.bodyBytes) break
  }
  const [line = ''] = decode(Buffer.concat(chunks)).split(/\r?\n/, 1)
  if (line === '') throw new UsageError('--password-stdin found no password in the first line of stdin')
  return line
}

/** Other bytes would become another password without a word. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError('--password-stdin takes UTF-8 only')
  }
}
