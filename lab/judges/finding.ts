/** What a judge returns, and how one runs another program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const agreement = fileURLToPath(new URL('../../test/agreement/main.ts', import.meta.url))

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
 * @param variables of the environment, beside those of this process.
 * @returns the standard output, also if the exit code is 1, which is what judges use for findings.
 * @throws MissingError if there is no such program.
 */
export async function run(program: string, args: string[], cwd?: string, variables = {}): Promise<string> {
  const env = { ...process.env, ...variables }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const failed = once(child, 'error').then(([error]) => {
    throw new MissingError(`${program}: ${error.code === 'ENOENT' ? 'not found' : error.message}`)
  })
  const finished = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [output, errors, [code]] = await Promise.race([finished, failed])
  if (code === 0 || code === 1) return output
  throw new Error(`${program} ended with ${code}: ${(errors || output).trim().slice(-500)}`)
}

/** Lets `use` have a folder, which is removed afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'judges-'))
  return use(folder).finally(() => rmSync(folder, { recursive: true }))
}

/** Sends the scenarios by two clients to a server, and lets a program judge the HTTP Archive of that. */
export async function judgeTraffic(program: string, toArguments: (archive: string) => string[]): Promise<Verdict> {
  return inFolder(async (folder) => {
    const archive = join(folder, 'traffic.har')
    await run(process.execPath, [agreement, '--har', archive])
    const { examined, findings } = JSON.parse(await run(program, toArguments(archive)))
    return { findings, examined: `${examined} recorded exchanges` }
  })
}
