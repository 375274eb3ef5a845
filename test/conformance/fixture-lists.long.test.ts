/** Runs whose fixtures come from a file: wrong teams, used lists, and what doctor and template print about them. */
import { dump, load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import type { FixtureLists } from '../../conformance/records/lists.ts'
import { createHarness, type Json, runKit } from './kit-harness.ts'

const kit = createHarness()
const write = (lists: FixtureLists) => kit.writeYaml(dump(lists))

/** Creates everything that the template lists. */
async function makeLists(...selection: string[]): Promise<FixtureLists> {
  const template = load((await runKit('template', ...selection)).out) as Required<FixtureLists>
  const writer = await kit.makeState('writer')
  const callers: Json = { writer, stranger: await kit.makeState('stranger') }
  const { teamId } = writer
  const teamOf = ({ of = 'writer' }: { of?: string }) => (callers[of] as Json).teamId
  if (template.freeCaller) callers.freeCaller = await kit.makeState('freeCaller')
  if (template.reader) callers.reader = await kit.makeState('reader', { teamId })
  if (template.leavingReader) callers.leavingReader = await kit.makeState('reader', { teamId })
  for (const role of ['admin', 'member']) callers[role] = await kit.makeState('member', { teamId, role })
  callers.ownerWithMember = await kit.makeState('ownerWithMember')
  const makeMonitor = async (teamId: unknown, days: string[]) => ({
    id: String((await kit.makeState('monitor', { teamId, days })).id),
    days,
  })
  const makeService = async (item: { serviceId?: string }, teamId: unknown) =>
    item.serviceId && { serviceId: (await kit.makeState('service', { teamId, monitors: [] })).id }
  return {
    ...callers,
    oauthUser: await Promise.all(template.oauthUser.map(() => kit.makeState('oauthUser'))),
    incidents: await Promise.all(
      template.incidents.map(async (item) => {
        const service = await makeService(item, teamOf(item))
        const params = { type: item.type, resolved: item.resolved ?? false, ...service }
        const { id } = await kit.makeState('incident', { teamId: teamOf(item), ...params })
        return { ...item, ...params, id }
      }),
    ),
    monitors: await Promise.all(
      template.monitors.map(async (item) => ({ ...item, ...(await makeMonitor(teamOf(item), item.days)) })),
    ),
    services: await Promise.all(
      template.services.map(async (item) => {
        const monitors = await Promise.all(item.monitors.map(({ days }) => makeMonitor(teamOf(item), days)))
        const params = { teamId: teamOf(item), monitors: monitors.map(({ id }) => id) }
        return { ...item, ...(await kit.makeState('service', params)), monitors }
      }),
    ),
  } as FixtureLists
}

describe('exits with 2 when', () => {
  test.each<[role: string, team: 'other' | 'own', only: string, message: RegExp]>([
    ['reader', 'other', 'INC-13', /reader belongs to another team than the writer .*: list one of the same team\n$/],
    ['leavingReader', 'other', 'ADMIN-08', /leavingReader belongs to another team/],
    ['stranger', 'own', 'INC-30', /stranger belongs to the writer's team \(\w+\): use a stranger of another team\n$/],
  ])('the listed %s is of the %s team', async (role, team, only, message) => {
    const writer = await kit.makeState('writer')
    const other = await kit.makeState('writer')
    const { email, password } = await kit.makeState('reader', { teamId: (team === 'own' ? writer : other).teamId })
    const fixtures = await write({ writer, stranger: other, [role]: { email, password } })
    const flags = ['--fixtures', fixtures, '--only', `${only},INC-01`, '--admin-key', kit.reference.adminKey]
    expect(await runKit(kit.reference.url, ...flags)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    })
  })
})

test('does not judge the team of an account that is listed with a token only', async () => {
  const writer = await kit.makeState('writer')
  const { accessToken } = await kit.makeState('reader', { teamId: writer.teamId })
  const fixtures = await write({ writer, reader: { accessToken: String(accessToken) } })
  const { out } = await runKit('doctor', kit.reference.url, '--fixtures', fixtures, '--only', 'INC-13')
  expect(out).toMatch(/✓ fixtures\.reader is accepted\n/)
  expect(out).not.toMatch(/team/)
})

describe('a list that an earlier run used', () => {
  const used = /the list of fixtures looks used up by an earlier run: make new ones/g

  test('is reported first and last, and fails no check', async () => {
    const fixtures = ['--fixtures', await write(await makeLists()), '--admin-key', kit.reference.adminKey]
    // A whole run beside other tests: a slow machine is no failure of the target.
    const flags = [...fixtures, '--timeout', '30']
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
    const resolved = lists.incidents?.find(({ type, resolved }) => type === 'auto' && !resolved)
    const { accessToken } = lists.writer ?? {}
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
  const doctor = async (lists: FixtureLists, ...flags: string[]) =>
    runKit('doctor', kit.reference.url, '--fixtures', await write(lists), ...flags)

  test('reports several accounts of one role in one line', async () => {
    const oauthUser = await Promise.all([1, 2, 3].map(() => kit.makeState('oauthUser')))
    const right = await doctor({ oauthUser }, '--only', 'DEL-10')
    expect(right.out.match(/(?<!token|key) (?:is|are) accepted/g)).toHaveLength(1)
    expect(right.out).toMatch(/✓ 3 oauthUsers are accepted\n/)
    const wrong = { oauthUser: [...oauthUser, { accessToken: 'of-no-user' }, { accessToken: 'of-no-other-user' }] }
    const { code, out } = await doctor(wrong, '--only', 'DEL-10')
    expect(out).toMatch(/✗ 5 oauthUsers are accepted: fixtures\.oauthUser is not accepted: 401 .*; of 5, 2 are not\n/)
    expect(code).toBe(2)
  })

  test('names each missing fixture once and counts the listed ones', async () => {
    const { code, out } = await doctor({ incidents: [{ id: 'one', type: 'manual' }] }, '--only', 'INC-01,INC-08,INC-13')
    expect(out).toMatch(/✗ writer, for \d+ checks: missing\n/)
    expect(out).toMatch(/✗ reader, for 1 check: missing\n/)
    expect(out).toMatch(/✗ 2 × open manual incident: there are 1; the others: missing\n/)
    expect(out).toMatch(/✗ 2 × open auto incident: missing\n/)
    expect(out).toMatch(/\nBegin here: writer; write a hook, or list it: `template` prints a file to fill in\.\n$/)
    expect(code).toBe(3)
  })

  test('does not list missing fixtures when a token is rejected', async () => {
    const { code, out } = await doctor({ writer: { accessToken: 'of-no-user' } })
    expect(out).toMatch(/✗ fixtures\.writer is accepted: .*\n/)
    expect(out).not.toMatch(/list it under fixtures/)
    expect(code).toBe(2)
  })
})

test('template has the fields of an OAuth user as the hook returns them, and its code as text', async () => {
  const { out } = await runKit('template', '--only', 'DEL-10')
  const [user] = (load(out) as Required<FixtureLists>).oauthUser
  expect(Object.keys(user ?? {}).sort()).toEqual(['accessToken', 'email', 'teamId', 'verificationCode'])
  expect(user?.verificationCode).toBe('000000')
})
