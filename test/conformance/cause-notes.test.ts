/** Notes that name what wrong calls have in common besides their properties, or what a call before did. */
import { expect, test } from 'vitest'
import { faults } from '../../conformance/self-test/faults/index.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { createHarness, outputOf } from './kit-harness.ts'

createHarness()

const faultOf = (id: string) => faults.find((fault) => fault.id === id)?.override as Override

test.each([
  ['team-by-domain', 'SIGN-01,SIGN-02', 'all \\d+ sign-ups that returned this team have an e-mail at example\\.com'],
  ['team-by-name', 'SIGN-01,SIGN-02', 'all \\d+ sign-ups that returned this team have the name Grace Hopper'],
  ['monitor-by-pattern', 'MONITOR-06', '"%" is no id of a monitor: is it used as a pattern, as by LIKE'],
  ['refused-deletion-uses-code', 'DEL-26', 'step 2 sent the same code, and was refused for another reason \\(409\\)'],
  [
    'listing-kept-by-a-process',
    'ADMIN-18',
    'byte for byte the answer of step \\d+, [\\d.]+ s before, although step \\d+, a request for deletion, came between',
  ],
  ['attempts-by-process', 'LOGIN-42', 'seen: (?:19|20|21), as if each process counts for itself'],
  ['codes-never-void', 'DEL-43', 'not even 9 make another code void: are they counted at all, and by all processes\\?'],
  ['unlimited-sign-ups', 'SIGN-09', 'not even 30 are too many: they are not counted, or the limit is higher'],
])('of the fault %s, %s says what the cause is', async (id, check, text) => {
  const out = await outputOf(faultOf(id), '--level', 'profile', '--only', check, '--patience', '1')
  expect(out).toMatch(new RegExp(text))
})

test('names the kind of response in which a header is wrong', async () => {
  const forgetful: Override = (base) => ({
    refused: (error, call) => base.refused(error, { ...call, headers: { ...call.headers, 'x-request-id': undefined } }),
  })
  const out = await outputOf(forgetful, '--level', 'profile', '--only', 'ERROR-44')
  expect(out).toMatch(/wrong in all \d+ responses to refused calls; right in \d+ other/)
})

test('names the object that an id in another case finds', async () => {
  const caseless: Override = (base, store) => ({
    monitorOf(call) {
      const found = [...store.monitors.keys()].find((id) => id.toLowerCase() === call.id.toLowerCase())
      return base.monitorOf({ ...call, id: found ?? call.id })
    },
  })
  const out = await outputOf(caseless, '--level', 'profile', '--only', 'INC-46')
  expect(out).toContain('the id is that of a monitor, in another case')
})

test('calls that are refused for a shared team are explained by the sign-ups', async () => {
  const out = await outputOf(faultOf('team-by-domain'), '--only', 'SIGN-02,DEL-01')
  expect(out).toMatch(/✗ DEL-01 the same as in step \d of SIGN-02 /)
})

test('of a limit that each kind of proof has for itself, the number says so', async () => {
  const apart: Override = (base) => {
    let isDeletion = false
    return {
      verifyProof(user, call) {
        isDeletion = true
        try {
          base.verifyProof(user, call)
        } finally {
          isDeletion = false
        }
      },
      countAttempt: (key) => base.countAttempt(isDeletion ? `deletion of ${key}` : key),
    }
  }
  const out = await outputOf(apart, '--level', 'profile', '--only', 'LOGIN-42')
  expect(out).toContain('15, as if each operation counts for itself')
})

test('a second sign-up is compared with one of the same check that was refused', async () => {
  const sometimes: Override = (base) => {
    let calls = 0
    return {
      userByEmail(address, call) {
        if (call.operation === 'signup') calls += 1
        return call.operation === 'signup' && calls % 4 === 0 ? undefined : base.userByEmail(address, call)
      },
    }
  }
  const out = await outputOf(sometimes, '--only', 'SIGN-09')
  expect(out).toMatch(/step \d, a sign-up with the same address, was refused \(409\)/)
})

test('a right refusal after a wrong acceptance is not taken for a process of its own', async () => {
  const out = await outputOf(faultOf('accepts-short-passwords'), '--level', 'profile', '--only', 'Sign-up')
  expect(out).toContain('the call is refused: invalid body')
  expect(out).not.toContain('a sign-up with the same address, was refused')
})

test('an id of another team that contains a character of patterns is no pattern', async () => {
  const underscored: Override = (base, store) => ({
    records: Object.fromEntries(
      Object.entries(base.records).map(([name, make]) => [
        name,
        (fields, recordId) => {
          const made = make(fields, recordId)
          const monitor = name === 'monitor' ? store.monitors.get(String(made?.id)) : undefined
          if (!monitor) return made
          const id = `mon_${monitor.id}`
          store.monitors.delete(monitor.id)
          store.monitors.set(id, { ...monitor, id })
          for (const row of [...store.stats]) {
            if (row.monitorId === monitor.id) store.stats.add({ ...row, monitorId: id })
          }
          return { ...made, id }
        },
      ]),
    ),
    monitorOf: (call) => store.monitors.get(call.id) ?? base.monitorOf(call),
  })
  const out = await outputOf(underscored, '--only', 'MONITOR-30')
  expect(out).toMatch(/✗ MONITOR-3\d/)
  expect(out).not.toContain('is it used as a pattern')
})

test('simultaneous log-ins that are mixed up are listed with the users that they returned', async () => {
  const out = await outputOf(faultOf('login-beside-another'), '--only', 'LOGIN-21')
  expect(out).toMatch(/answered with the user of another one beside them: none seen: \["\S+ as \S+"/)
})

test('a token of such a log-in is traced to it', async () => {
  const others: Override = (base, store) => ({
    handlers: {
      ...base.handlers,
      async login(call) {
        await base.handlers.login(call)
        const [other] = [...store.users.values()].filter(({ email }) => email !== call.body?.email)
        return base.session(other as NonNullable<typeof other>, call)
      },
    },
  })
  const out = await outputOf(others, '--only', 'LOGIN-02')
  expect(out).toMatch(/its token is that of step \d: this log-in of \S+ was answered with the user \S+/)
})

test('an object of another team that is found with one more property is named with it', async () => {
  const foundByDate: Override = (base, store) => ({
    monitorOf: (call) => (call.query.has('before') && store.monitors.get(call.id)) || base.monitorOf(call),
  })
  const out = await outputOf(foundByDate, '--only', 'Statistics')
  expect(out).toMatch(/on a monitor of another team and with [^;]*, together; right in \d+ others/)
})

test('pages that overlap at the end are not taken for an order that changes', async () => {
  const overlapping: Override = () => ({
    slicePage(users, page, limit) {
      const start = Math.max(0, Math.min((page - 1) * limit, users.length - limit))
      return page > Math.ceil(users.length / limit) ? [] : users.slice(start, start + limit)
    },
  })
  const out = await outputOf(overlapping, '--only', 'Admin listing', '--patience', '1')
  expect(out).toContain(': do the pages overlap there?')
  expect(out).not.toContain('is that of others, too')
})

test('an order by days alone is told from none', async () => {
  const byDay: Override = () => ({
    compareUsers(one, other) {
      const [time = '', otherTime = ''] = [one, other].map(({ deletion }) => deletion?.requestedAt.toISOString())
      return time.slice(0, 10).localeCompare(otherTime.slice(0, 10)) || otherTime.localeCompare(time)
    },
  })
  const out = await outputOf(byDay, '--level', 'profile', '--only', 'ADMIN-06', '--patience', '1')
  expect(out).toContain('seen: the days are in order, but not the times: ')
})
