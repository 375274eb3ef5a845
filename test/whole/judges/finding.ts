/** What a judge returns, and how one runs another program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Finding {
  rule: string
  message: string
}

export interface Verdict {
  findings: Finding[]
  /** What was examined, with figures. */
  examined: string
}

export interface Options {
  /** The time of a run that generates requests. */
  seconds: number
}

export type Judge = (options: Options) => Promise<Verdict>

/** A judge's program cannot be had on this machine. */
export class MissingError extends Error {}

/**
 * @returns the standard output, also if the exit code is 1, which is what judges use for findings.
 * @throws MissingError if there is no such program.
 */
export async function run(program: string, args: string[], cwd?: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const failed = once(child, 'error').then(([error]) => {
    throw new MissingError(`${program}: ${error.code === 'ENOENT' ? 'not found' : error.message}`)
  })
  const finished = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [output, errors, [code]] = await Promise.race([finished, failed])
  if (code === 0 || code === 1) return output
  throw new Error(`${program} ended with ${code}: ${(errors || output).trim().slice(-500)}`)
}
