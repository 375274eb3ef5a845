/** A hook may leave out any field of any record: what needs the field is not judged, and nothing else is held against the target. */
import { expect, test } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import { createHarness, runKit } from './kit-harness.ts'

const kit = createHarness()

/** Runs these checks with a hook that leaves out a field of each record of a kind. */
async function run(only: string, kind: string, omitted?: string) {
  const seen = new Set<string>()
  const hook = await kit.serveHook(
    (...call) => call,
    (made, ofKind) => {
      if (ofKind !== kind) return made
      for (const name of Object.keys(made)) seen.add(name)
      return Object.fromEntries(Object.entries(made).filter(([name]) => name !== omitted))
    },
  )
  const flags = ['--hook', hook, '--admin-key', kit.reference.adminKey, '--only', only, '--no-explore', '--json']
  const { checks }: Result = JSON.parse((await runKit(kit.reference.url, ...flags)).out)
  const failed = checks.filter(({ outcome }) => outcome.sound === 'fail' || outcome.sound === 'error')
  expect({ omitted, failed: failed.map(({ id, findings, reason }) => ({ id, findings, reason })) }).toEqual({
    omitted,
    failed: [],
  })
  return { seen, checks }
}

test.each<[kind: string, only: string, needed: { [field: string]: RegExp }]>([
  ['team', 'INC-01,DEL-20,MONITOR-05', { plan: /team .* came back without `plan`/ }],
  [
    'account',
    'DEL-10,DEL-15,DEL-28,INC-13,LOGIN-03,MONITOR-05',
    {
      accessToken: /account came back without `accessToken` and `password`/,
      verificationCode: /the oauthUser came without `verificationCode`/,
      scope: /came back without `scope`/,
    },
  ],
  ['token', 'AUTH-24', {}],
  ['incident', 'INC-01,INC-03,INC-08,INC-28,INC-33', { status: /came back without `status`/ }],
  ['monitor', 'MONITOR-02,MONITOR-05,MONITOR-15,SERVICE-02', { days: /monitor came back without `days`/ }],
  ['service', 'SERVICE-02,SERVICE-18', { monitorIds: /service came back without `monitorIds`/ }],
])('a hook that leaves out any field of each %s', async (kind, only, needed) => {
  const { seen } = await run(only, kind)
  expect(seen.size).toBeGreaterThan(1)
  for (const omitted of seen) {
    const { checks } = await run(only, kind, omitted)
    const reasons = checks.map(({ reason = '' }) => reason).join('\n')
    if (needed[omitted]) expect(reasons).toMatch(needed[omitted])
  }
})
