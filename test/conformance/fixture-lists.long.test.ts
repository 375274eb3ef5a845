/** Runs whose fixtures come from a file: wrong teams, used lists, and what doctor and template print about them. */
import { dump, load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import type { RecordLists } from '../../conformance/records/lists.ts'
import { createHarness, type Json, json, runKit } from './kit-harness.ts'

const kit = createHarness()
const write = (lists: RecordLists) => kit.writeFile(dump(lists))

/** Makes every record that the template lists, with ids of its own. */
async function makeLists(...selection: string[]): Promise<RecordLists> {
  const template = load((await runKit('template', ...selection)).out) as Record<string, Json[]>
  const ids = new Map<unknown, unknown>()
  const made: Record<string, Json[]> = {}
  for (const name of ['teams', 'accounts', 'services', 'monitors', 'incidents'] as const) {
    made[name] = []
    // A monitor exists before its service.
    for (const record of name === 'services' ? [] : (template[name] ?? [])) made[name].push(await make(name, record))
  }
  for (const service of template.services ?? []) made.services?.push(await make('services', service))
  return made as RecordLists

  async function make(name: string, record: Json): Promise<Json> {
    const { id, email: _, accessToken: __, verificationCode, ...fields } = record
    if (fields.password !== null) delete fields.password
    fields.teamId = ids.get(fields.teamId)
    fields.monitorIds = (fields.monitorIds as unknown[] | undefined)?.map((one) => ids.get(one))
    if (fields.serviceId) fields.serviceId = (await kit.make('service', { teamId: fields.teamId, monitorIds: [] })).id
    const stored = await kit.make(name.slice(0, -1), fields)
    ids.set(id, stored.id)
    const { email, password, accessToken } = stored
    const proof = verificationCode ? { accessToken, verificationCode: stored.verificationCode } : { password }
    return { ...fields, id: stored.id, ...(name === 'accounts' && { email, ...proof }) }
  }
}

test('does not judge the team of an account that is listed with a token only', async () => {
  const { teamId, email, password } = await kit.makeAccount()
  const { accessToken } = await kit.makeAccount({ teamId, scope: 'read' })
  const accounts = [
    { teamId, scope: 'write', email, password },
    { teamId, scope: 'read', accessToken },
  ]
  const fixtures = await write({ teams: [{ id: String(teamId), plan: 'pro' }], accounts } as RecordLists)
  const { out } = await runKit('doctor', kit.reference.url, '--fixtures', fixtures, '--only', 'INC-13')
  expect(out).toMatch(/✓ the listed reader is accepted\n/)
})

describe('a list that an earlier run used', () => {
  const used = /the list of fixtures looks used up by an earlier run: make new ones/g

  test('is reported first and last, and fails no check', async () => {
    const fixtures = ['--fixtures', await write(await makeLists()), '--admin-key', kit.reference.adminKey]
    // A whole run beside other tests: a slow machine is no failure of the target.
    const flags = [...fixtures, '--timeout', '30', '--explore', '1']
    const first = await runKit(kit.reference.url, ...flags)
    expect(first.out).not.toMatch(used)
    expect(first.out.match(/^.*✗.*(?:\n(?!\n).*)*/gm) ?? []).toEqual([])
    expect(first).toMatchObject({ code: 0, err: expect.not.stringMatching(/failed/) })
    const second = await runKit(kit.reference.url, ...flags)
    expect(second.out).toMatch(
      /^the list of fixtures looks used up[^\n]*\n\n[\s\S]*\nthe list of fixtures looks used up[^\n]*\n$/,
    )
    expect(second.out).not.toMatch(/✗/)
    expect(second.code).toBe(3)
    expect((await runKit(kit.reference.url, ...flags, '--only', 'INC', '--allow-unverified')).code).toBe(3)
  })

  test('is not suspected when one object alone is in the wrong state', async () => {
    const lists = await makeLists('--only', 'INC,MONITOR')
    const resolved = lists.incidents?.find(({ type, status }) => type === 'auto' && status === 'open')
    const { email, password } = lists.accounts?.find(({ scope }) => scope === 'write') ?? {}
    const login = { method: 'POST', headers: json, body: JSON.stringify({ email, password }) }
    const { accessToken } = (await (await fetch(`${kit.reference.url}/auth/login`, login)).json()) as Json
    const headers = { authorization: `Bearer ${accessToken}` }
    await fetch(`${kit.reference.url}/api/v1/incidents/${resolved?.id}/resolve`, { method: 'PUT', headers })
    const flags = ['--fixtures', await write(lists), '--only', 'INC,MONITOR', '--rounds', '1', '--jobs', '1']
    const { code, out } = await runKit(kit.reference.url, ...flags)
    expect(out).toMatch(/✗ INC/)
    expect(out).not.toMatch(used)
    expect(code).toBe(1)
  })
})

describe('doctor', () => {
  const doctor = async (lists: RecordLists, ...flags: string[]) =>
    runKit('doctor', kit.reference.url, '--fixtures', await write(lists), ...flags)

  test('reports several accounts of one role in one line', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => kit.makeAccount({ owner: true, password: null })))
    const shown = accounts.map(({ teamId, accessToken, verificationCode }) => {
      return { teamId, owner: true, password: null, accessToken, verificationCode }
    })
    const teams = accounts.map(({ teamId }) => ({ id: teamId, plan: 'pro' }))
    const right = await doctor({ teams, accounts: shown } as RecordLists, '--only', 'DEL-10')
    expect(right.out).toMatch(/✓ 3 oauthUsers are accepted\n/)
    const wrong = ['of-no-user', 'of-no-other-user'].map((accessToken) => ({ ...shown[0], accessToken }))
    const { code, out } = await doctor({ teams, accounts: [...shown, ...wrong] } as RecordLists, '--only', 'DEL-10')
    expect(out).toMatch(/✗ 5 oauthUsers are accepted: the listed oauthUser is not accepted: 401 .*; of 5, 2 are not\n/)
    expect(code).toBe(2)
  })

  test('names each missing record and each reason once, and counts the listed ones', async () => {
    const { teamId, email, password } = await kit.makeAccount()
    const lists = {
      teams: [{ id: teamId, plan: 'pro' }],
      accounts: [{ teamId, scope: 'write', email, password }],
      incidents: [{ id: 'one', teamId, type: 'manual', status: 'open' }],
    }
    const { code, out } = await doctor(lists as RecordLists, '--only', 'INC-01,INC-08,INC-13')
    expect(out).toMatch(
      /✗ 3 needs \(reader, for 1 check; 2 × open auto incident; resolved manual incident, for 1 check\): missing\n/,
    )
    expect(out).toMatch(/✗ 2 × open manual incident: 1 of 2 are there; the others: missing\n/)
    expect(out).toMatch(/\nBegin here: reader; write a hook, or list it: `template` prints a file to fill in\.\n$/)
    expect(code).toBe(3)
    const { out: bare } = await doctor({}, '--only', 'INC-01')
    expect(bare).toMatch(
      /✗ writer, for 1 check: missing\n✗ open manual incident, for 1 check: missing, as the writer is\n/,
    )
  })
})
