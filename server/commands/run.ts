/** Runs one operator command, from its arguments to its exit code. */
import { existsSync } from 'node:fs'
import { storeUrlOf } from '../config.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { type Input, readArguments } from './arguments.ts'
import { type Command, type Tools, UsageError } from './command.ts'
import { explain } from './help.ts'
import { commands } from './table.ts'

/** What a command has of its process. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  stdin: Tools['stdin']
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
  exitCode?: string | number | null | undefined
}

/**
 * Wrong usage is told and ends with exit code 2.
 * @throws Error in one line if what was asked for could not be done.
 */
export async function runOperatorCommand([name = '', ...args]: string[], around: Surroundings): Promise<void> {
  // Whoever reads our output may have heard enough, or its disk is full; neither is worth a stack trace.
  around.stdout.on('error', () => {
    around.exitCode = 1
  })
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command)
      throw new UsageError(`there is no command ${JSON.stringify(name)}; there are ${Object.keys(commands).join(', ')}`)
    if (args.includes('--help')) return void around.stdout.write(explain(name, command))
    const input = readArguments(name, command, args)
    await perform(command, input, readStoreUrl(name, input, around.env), around)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    around.stderr.write(`${error.message}\n`)
    around.exitCode = 2
  }
}

async function perform(command: Command, input: Input, url: string, around: Surroundings): Promise<void> {
  let store: Store | undefined
  const open: Tools['open'] = async (migrated) => {
    if (!command.makesStore) checkThere(url)
    store = await openStore(url, migrated)
    return store
  }
  const tell = (line: string) => void (around.stderr.isTTY && around.stderr.write(`${line}\n`))
  try {
    const { json, text } = await command.run(input, { open, now: () => new Date(), stdin: around.stdin, tell })
    around.stdout.write(input.flags.json ? `${JSON.stringify(json)}\n` : `${text}\n`)
  } finally {
    await store?.close()
  }
}

/** @throws Error in one line if the URL names a file that is not there. */
function checkThere(url: string): void {
  const path = /^(?:file|sqlite):(.+)$/.exec(url)?.[1]
  if (path && !existsSync(path)) throw new Error(`${path} is not there; load, restore and the server make a new one`)
}

function readStoreUrl(name: string, { flags }: Input, env: NodeJS.ProcessEnv): string {
  const url = storeUrlOf(flags.store as string | undefined, env)
  if (!url) throw new UsageError(`${name} needs to know the store: give --store URL, or set STORE_URL`)
  if (url === 'memory:') throw new UsageError(`memory: forgets everything when ${name} ends; give a store that keeps`)
  return url
}
