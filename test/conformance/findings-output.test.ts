/** What a run prints of its findings: one example each, its steps, and what is special about them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { step } from '../../conformance/self-test/overrides.ts'
import { createHarness, json, outputOf, overrideOf, runAgainst, runKit } from './kit-harness.ts'

const kit = createHarness()
const readReport = (name: string) => readFile(join(kit.folder, name), 'utf8')

test('equal findings are printed once, with their checks and one example', async () => {
  const url = await kit.proxy(() => false, {
    response: (status, text) => [status, text.replace(/"id":"\w+"/, '"id":"user-1"')],
  })
  const { out } = await runKit(url, '--only', 'SIGN,LOGIN', '--report', kit.folder)
  expect(out.match(/user\.id must/g)).toHaveLength(1)
  expect(out.match(/ \(explain 2\.1b\)$/gm)).toHaveLength(1)
  expect(out).toMatch(
    /✗ \d+ checks, SIGN-\d+, .* and \d+ more {2}§2\.1b\n {4}§2\.1b: .* \(explain 2\.1b\)\n {4}as in SIGN-\d+: .*\n {4}(?:step \d+, .*\n {4})?expected: the body is as documented\n {4}seen: {5}user\.id must/,
  )
  expect(out.split('\n').length).toBeLessThan(60)
  expect((await readReport('summary.md')).match(/user\.id must/g)).toHaveLength(1)
})

test('the steps before a finding are shown if they are few, also where several checks have it', async () => {
  const url = await kit.proxy(() => false, { response: (status, text) => [status === 409 ? 200 : status, text] })
  const { out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'INC-02,INC-15,INC-27')
  expect(out).toMatch(
    /✗ 2 checks, INC-02, INC-15 .*\n(?: {4}§.*\n)+ {4}as in INC-02: .*\n {4}step 2, .*\n {4}expected: the call is refused: incident already resolved\n {4}seen: {5}200 [^✗]*\n {4}1\. PUT \/api\/v1\/incidents\/\w+\/resolve \{"cause":"The first cause"\} by «writer accessToken» {2}→ 200\n {4}2\. curl /,
  )
})

test('a refusal for another reason than the scope is no finding about the scope', async () => {
  const { out } = await runAgainst(overrideOf('resolve-wants-cause'), '--only', 'INC-44')
  expect(out).not.toContain('missing write scope')
})

test('a request of a user that checks share is a step of the check that sent it', async () => {
  const url = await kit.proxy((path, { headers }, response) => {
    const isListed = path.startsWith('/admin/') && headers.authorization !== undefined
    if (isListed) response.writeHead(200, json).end('{"data":[],"pagination":{"page":1,"limit":20,"total":0}}')
    return isListed
  })
  const { out } = await runKit(url, '--admin-key', kit.reference.adminKey, '--only', 'LOGIN-01,AUTH-11', '--jobs', '1')
  expect(out).toMatch(
    /✗ AUTH-11 .*\n(?: {4}§.*\n)+ {4}expected: the call is refused: invalid admin API key\n {4}seen: {5}200\n(?: {4}given .*\n)* {4}1\. curl -sS -i -X GET \S+\/admin\/deletion-requests /,
  )
})

test('a step says how its credential is wrong, and an object what is special about it', async () => {
  const { out } = await runAgainst(overrideOf('delete-with-altered-token'), '--only', 'AUTH-02')
  expect(out).toMatch(/given thing: incident \w+, type manual, status open, /)
  expect(out).toMatch(/→ \d+[ \w]*, for a credential that is wrong: one letter changed/)
})

test('steps of a race say that they were sent at once, and the word sound is explained', async () => {
  const inLocalTime = overrideOf('date-resolved-in-local-time')
  const override: Override = (base) => ({ ...inLocalTime(base), assertResolvable: () => {} })
  const { out } = await runAgainst(override, '--only', 'INC-01,INC-20')
  expect(out).toMatch(/→ 200, sent at once with others/)
  expect(out.match(/^\(sound\): the document leaves this open/gm)).toHaveLength(1)
})

describe('an account that the listing does not contain', () => {
  test('is reported with what was read', async () => {
    const url = await kit.proxy(() => false, {
      response(status, text, path) {
        if (!path.startsWith('/admin/')) return [status, text]
        return [status, JSON.stringify({ ...JSON.parse(text), data: [] })]
      },
    })
    const flags = ['--admin-key', kit.reference.adminKey, '--only', 'ADMIN-02', '--patience', '0.2']
    const { out } = await runKit(url, ...flags)
    const seen = 'on no page with limit=100; page 1: 0 records; total \\d+\n'
    expect(out.replace(/\n {10,}/g, ' ')).toMatch(
      new RegExp(
        `expected: .* is listed while the kit waits \\(--patience\\)\n    seen: {5}\\S+@example.com.*: ${seen}`,
      ),
    )
  })

  test('is reported with its age, and the checks go on to show whether it is still there', async () => {
    const isDue = (deletion?: { requestedAt: Date }) =>
      deletion !== undefined && Date.now() - deletion.requestedAt.getTime() > 29 * 86_400_000
    const override = step('onRequest').before((_, { users }) => {
      for (const { id, deletion } of [...users.values()]) if (isDue(deletion)) users.delete(id)
    })
    const text = await outputOf(override, '--only', 'ADMIN-17', '--patience', '0.2')
    expect(text).toMatch(/leavers\.2: account \S+, role freeCaller, source hook, asked \(.*deletionRequestedAt \d/)
    expect(text).toMatch(/\(requested 29\.6 days ago\) and \S+ \(requested 29\.99 days ago\): on no page/)
    expect(text).toMatch(/expected: the call is refused: e-mail already registered seen: 201/)
  })
})
