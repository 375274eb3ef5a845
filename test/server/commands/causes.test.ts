/** A command that fails names what an operator can change: never a message of the contract, which is for callers. */
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { type ErrorEntry, errors } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import { account, sampleData } from '../../../server/store/suite/sample-data.ts'
import { folder, runLine } from './operator.ts'

const commands = [
  ...['counts', 'backup', 'list users', 'show users ann', 'purge', 'set-plan pro --team acme', 'migrate status'],
  ...[
    'add-member --team acme --role viewer --email new@example.com',
    'set-password --email ann@example.com',
    'end-sessions --all',
    'sign-up close',
  ],
]
const forCallers = Object.values<ErrorEntry>(errors).flatMap(({ message }) => message ?? [])

/** Runs a command that must fail, and returns its line. */
async function failureOf(line: string, url: string): Promise<string> {
  const { code, stderr, stdout } = await runLine(`${line} --store ${url}`)
  expect({ code, stdout }, line).toEqual({ code: 1, stdout: '' })
  for (const message of forCallers) expect(stderr, line).not.toContain(message)
  expect(stderr, line).toMatch(/^[^\n]+\n$/)
  return stderr
}

async function makeStore(kind: 'sqlite' | 'file') {
  const { at } = await folder()
  const url = `${kind}:${at('store')}`
  const store = await openStore(url)
  await store.load(sampleData())
  const accounts = Array.from({ length: 300 }, (_, n) => account(`user${n}`))
  const [users, teams] = [accounts.map(([user]) => user), accounts.map(([, team]) => team)]
  await store.load({ ...emptyData(), users, teams })
  await store.close()
  return { url, at, path: at('store') }
}

describe('A command on a store that fails names the file and the cure', () => {
  it('where pages of an SQLite file are damaged', async () => {
    const { url, at, path } = await makeStore('sqlite')
    const { length } = await readFile(path)
    const handle = await open(path, 'r+')
    // The first page has the tables' names, without which the file is not one of ours.
    await handle.write(Buffer.alloc(length - 4096, 0xa5), 0, length - 4096, 4096)
    await handle.close()
    for (const line of commands) {
      const failure = await failureOf(line.replace('backup', `backup ${at('backup.json')}`), url)
      expect(failure, line).toContain(path)
      expect(failure, line).toMatch(/malformed: restore a backup into a new file\n$/)
    }
  })

  it('where a JSON file ends in the middle', async () => {
    const { url, path } = await makeStore('file')
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, -100))
    const failure = await failureOf('counts', url)
    expect(failure).toContain(path)
    expect(failure).toMatch(/not well-formed JSON.*restore a backup into a new file\n$/)
  })

  it('where another process keeps the SQLite file locked', async () => {
    const { url, path } = await makeStore('sqlite')
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    expect(await failureOf('sign-up close', url)).toBe(`${path}: database is locked\n`)
    other.close()
  })

  it('where only the journals of an SQLite file are left', async () => {
    const { url, path, at } = await makeStore('sqlite')
    await writeFile(at('store-wal'), 'what is left')
    await rename(path, at('away'))
    expect(await failureOf('counts', url)).toContain(path)
    await rm(at('store-wal'))
  })
})
