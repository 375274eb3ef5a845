/** Chooses the password of a user: from a pipe, because every user of the machine can see the arguments of a process, or a random one. */
import { randomBytes } from 'node:crypto'
import { limits } from '@monitoring-service/contract'
import { isCommon } from '../auth/common-passwords.ts'
import { type Io, UsageError } from './add-command.ts'
import { validateSignup } from './validate-signup.ts'

/** @throws UsageError if the password of stdin is not one that sign-up would take. */
export async function choosePassword(email: string, name: string | undefined, stdin: Io['stdin'] | undefined) {
  const password = stdin ? await readPassword(stdin) : generatePassword()
  validateSignup({ email, name, password })
  if (password.toLowerCase() === email.toLowerCase() || (await isCommon(password))) {
    throw new UsageError('the password is the e-mail address or a common one: choose another one')
  }
  return { password, generated: !stdin }
}

/** 144 bits in 24 characters. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url')
}

/** @throws UsageError if stdin is a terminal, which would show the password, or has none. */
async function readPassword(stdin: Io['stdin']): Promise<string> {
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
