/** Passwords: stored hashes are checked, and a comparison costs the same for all of them. */
import { demoDataFile } from '@monitoring-service/contract/files'
import { compareSync, hashSync } from 'bcryptjs'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as worker from '../../server/auth/bcrypt-worker.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { startServer } from '../../server/index.ts'
import { readDataFile } from '../../server/store/data-file.ts'
import { openStore } from '../../server/store/open.ts'
import { parseData } from '../../server/store/parse-data.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

/** Each step of the cost doubles bcrypt's rounds. */
const bcrypt = vi.hoisted(() => ({ work: 0 }))
vi.mock('bcryptjs', async (load) => {
  const library = await load<typeof import('bcryptjs')>()
  const compare = (text: string, hash: string) => {
    // The library compares nothing with a text of another length.
    if (hash.length === 60) bcrypt.work += 2 ** Number(hash.slice(4, 6))
    return library.compare(text, hash)
  }
  return { ...library, compare }
})

const password = 'an-uncommon-password'

describe('A file of records is refused if a hash', () => {
  it.each([
    ['is no hash', 'plaintext'],
    ['is cheaper than today', hashSync(password, 4)],
    ['takes days', `$2b$31$${'.'.repeat(53)}`],
    ['is cut', hashSync(password, 10).slice(0, -1)],
  ])('%s; the error does not show it', async (_, hash) => {
    const data = await readDataFile(demoDataFile, new Date())
    const [user] = data.users
    for (const change of [
      { passwordHash: hash },
      { verification: { codeHash: hash, expiresAt: user?.createdAt, tries: 0 } },
    ]) {
      const text = JSON.stringify({ ...data, users: [{ ...user, ...change }] })
      expect(() => parseData(text, new Date(), 'x.json')).toThrow(
        /^x\.json: user "\w+" has a hash that is not one of bcrypt of cost 10 to 13$/,
      )
    }
  })
})

it('A comparison does the same work for a hash of any cost, and for none', async () => {
  for (const hashed of [undefined, ...[4, 8, 9, 10].map((cost) => hashSync('another', cost))]) {
    bcrypt.work = 0
    expect(await worker.compare({ text: password, hashed, cost: 10 })).toBe(false)
    expect(bcrypt.work).toBe(2 ** 10)
  }
  bcrypt.work = 0
  expect(await worker.compare({ text: password, hashed: hashSync(password, 4), cost: 10 })).toBe(true)
  expect(bcrypt.work).toBe(2 ** 10)
})

/** The hash of the password with the highest cost. */
const dearest = '$2b$13$CJtzK3pe4udsPvzH/dtUFeUII74cpuheDrxHNr5JicTP9Fc9TA.lG'
/** The hash of the password with a cost above the bound: so little that a comparison would end. */
const tooDear = '$2b$14$TT3QCr/.92GbqFRGiLO7keZm2hMLzKMwwfXMZXIeaLDyRwQEy8DZi'

it('An imported hash that is dearer makes all others as dear, up to a bound; an invalid one matches nothing', async () => {
  const passwords = createPasswords(4)
  onTestFinished(passwords.close)
  const [cheap, dear] = [hashSync(password, 4), hashSync(password, 6)]
  expect(await passwords.matches(password, undefined)).toBe(false)
  expect([passwords.isCheap(cheap), await passwords.matches(password, dear), passwords.isCheap(cheap)]).toEqual([
    false,
    true,
    true,
  ])
  expect(await passwords.hash(password)).toMatch(/^\$2b\$06\$/)
  for (const bad of ['', 'plaintext', tooDear]) expect(await passwords.matches(password, bad)).toBe(false)
  expect(await passwords.matches(password, dearest)).toBe(true)
})

it('A log-in brings a cheaper hash to the cost of a new one, 10', async () => {
  const store = await openStore('memory:')
  const server = await startServer({ ...demoSettings, isUnsafe: true }, undefined, async () => store)
  onTestFinished(() => server.close(0))
  const [email, cheap] = ['viewer@acme.example', hashSync(password, 4)]
  const id = (await store.findUser(email))?.id ?? ''
  await store.changeUser(id, (user) => ({ ...user, passwordHash: cheap }))
  const login = async (password: string) =>
    (await transmit(server.url, 'POST', '/auth/login', {}, { email, password })).statusLine
  const stored = async () => (await store.findUser(email))?.passwordHash ?? ''
  expect([await login('not-the-password'), await stored()]).toEqual(['401 INVALID_CREDENTIALS', cheap])
  expect([await login(password), (await stored()).slice(0, 7)]).toEqual(['200', '$2b$10$'])
  expect(compareSync(password, await stored())).toBe(true)
})
