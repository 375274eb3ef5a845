/** Reads a password from a pipe, because every user of the machine can see the arguments of a process. */
import { limits } from '@monitoring-service/contract'
import { type Io, UsageError } from './add-command.ts'

/** @throws UsageError if stdin is a terminal, which would show the password, or has none. */
export async function readPassword(stdin: Io['stdin']): Promise<string> {
  if (stdin.isTTY) throw new UsageError('--password-stdin needs a pipe; without the flag a password is generated')
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

/** Rejects other bytes than UTF-8, because decoding would silently change the password. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError('--password-stdin takes UTF-8 only')
  }
}
