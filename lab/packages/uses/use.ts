/** A use of an installed package, and the checks that uses have in common. */
import { demo } from '@monitoring-service/contract'
import type { Installed, Result, Started } from '../../../test/support/packages/install.ts'

/** An address and its hook, of the server that the kit judges. */
export interface Target {
  url: string
  hookUrl: string
}

export interface Use {
  /** The use, as the matrix prints it. */
  title: string
  /** @throws Error that says what went wrong. */
  run(installed: Installed, target: Target): Promise<void>
}

export interface PackageUses {
  /** Packages that users install beside this one. */
  peers: string[]
  /** Adds files to the project. */
  prepare?(folder: string): Promise<void>
  uses: Use[]
  /** On a Node that is too old: what the package does instead. */
  refusal?: Use & { below: number }
}

/** A use of a package in another runtime than Node. */
export interface Cell {
  runtime: string
  title: string
  /** @throws MissingError if the runtime is not installed, and other errors that say what went wrong. */
  run(folder: string, target: Target): Promise<void>
}

/** The uses that fit a version of Node. */
export function usesOn({ uses, refusal }: PackageUses, major: number): Use[] {
  return refusal && major < refusal.below ? [refusal] : uses
}

export function expect(condition: boolean, seen: unknown): void {
  if (!condition) throw new Error(typeof seen === 'string' ? seen : JSON.stringify(seen))
}

export function expectOutput({ code, stdout, stderr }: Result, text: string | RegExp): void {
  const fits = typeof text === 'string' ? stdout.includes(text) : text.test(stdout)
  expect(code === 0 && fits && !/Importing JSON|DeprecationWarning/.test(stderr), `exit ${code}: ${stdout}${stderr}`)
}

export async function whileRunning(started: Started, use: (url: string) => Promise<void>): Promise<void> {
  try {
    await use(started.url)
  } catch (error) {
    await started.stop()
    throw error
  }
  const code = await started.stop()
  expect(code === 0, `SIGTERM ended it with ${code}`)
}

export const owner = { email: 'owner@acme.example', password: demo.password }

export async function logIn(base: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(owner),
  })
  const { user } = (await response.json()) as { user?: unknown }
  return { status: response.status, user }
}

export async function expectLogin(base: string): Promise<void> {
  const answer = await logIn(base)
  expect(answer.status === 200 && answer.user !== undefined, answer)
}

export function printsVersionAndHelp(command: string): Use {
  return {
    title: '--version, --help',
    async run({ run }) {
      expectOutput(await run(command, '--version'), /^\d+\.\d+\.\d+\n$/)
      const help = await run(command, '--help')
      expectOutput(help, command)
      expect(!help.stdout.includes('npm run'), help.stdout)
    },
  }
}
