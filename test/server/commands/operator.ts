/** Runs the operator commands on stores of each kind. */
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describeReason } from '@monitoring-service/http'
import { expect, onTestFinished } from 'vitest'
import type { Io } from '../../../server/commands/add-command.ts'
import { runOperatorCommand } from '../../../server/commands/run.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Data } from '../../../server/store/records.ts'
import { folderOfTest } from '../../support/folder-test.ts'
import type { Ended } from '../../support/launch.ts'
import { makeDatabase } from '../../support/postgres/database.ts'
import { run } from '../../support/process.ts'

type Given = Partial<Omit<Io, 'stdin' | 'stdout'>> & {
  stdin?: string | Buffer | Io['stdin'] | undefined
  stdout?: Io['stdout']
}
type Run = (url: string, args: string[], stdin?: string) => Promise<Ended>

/** Runs a command as a process. */
export const asProcess: Run = (url, args, stdin) => run(args, { STORE_URL: url }, stdin)

/** Runs a command in this process, which is faster. */
export const inProcess: Run = (url, args, stdin) => runCommand(args, { env: { STORE_URL: url }, stdin })

/** Runs a command in this process, by default with an empty environment and nothing on stdin. */
export const runLine = (line: string, given: Given = {}) => runCommand(line.split(' '), given)

async function runCommand(args: string[], given: Given): Promise<Ended> {
  const { stdin = '', ...streams } = given
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: false })]
  const input = typeof stdin === 'string' || Buffer.isBuffer(stdin) ? Readable.from([Buffer.from(stdin)]) : stdin
  const io: Io = { env: {}, stderr, exitCode: 0, stdout, ...streams, stdin: input }
  // A write to a full stream ends when it is read.
  const output = text(stdout)
  await runOperatorCommand(args, io).catch((error: Error) => {
    io.exitCode = 1
    stderr.write(`${describeReason(error)}\n`)
  })
  stdout.end()
  return { code: Number(io.exitCode), stdout: await output, stderr: await text(stderr.end()) }
}

/** A temporary folder for the rest of the test. */
export const folder = folderOfTest

/** Creates an empty store of each kind; returns its URL. */
export const stores = {
  'file:': async () => `file:${(await folder()).at('data.json')}`,
  'sqlite:': async () => `sqlite:${(await folder()).at('data.db')}`,
  'postgres:': async () => {
    const { url, remove } = await makeDatabase()
    onTestFinished(remove)
    return url
  },
}

/** Runs commands that must succeed; returns their JSON output. */
export const operator = (run: Run, url: string) => async (line: string, stdin?: string) => {
  const { code, stdout, stderr } = await run(url, [...line.split(' '), '--json'], stdin)
  const others = stderr.replace(/^\{.*"account deleted"\}\n/gm, '')
  expect({ code, others }, line).toEqual({ code: 0, others: '' })
  expect(stdout, line).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout)
}

/** Reads all records of a store. */
export const recordsOf = async (url: string): Promise<Data> => {
  const store = await openStore(url)
  return store.dump().finally(store.close)
}
