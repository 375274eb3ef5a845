/** Each report format is valid for independent parsers and has the same result. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { send } from '../../conformance/client/driver.ts'
import type { Exchange } from '../../conformance/client/exchange.ts'
import { renderHtml } from '../../conformance/report/html.ts'
import { toJson } from '../../conformance/report/json.ts'
import { renderJunit } from '../../conformance/report/junit.ts'
import { renderMarkdown } from '../../conformance/report/markdown.ts'
import type { Result } from '../../conformance/report/result.ts'
import { renderTerminal } from '../../conformance/report/terminal.ts'
import { renderings } from '../../conformance/report/write.ts'
import schema from '../../conformance/report.schema.json' with { type: 'json' }
import { is } from '../../conformance/verdict/claims.ts'
import { summaryOf } from '../../conformance/verdict/finding.ts'
import { silent } from './kit-harness.ts'
import { startReference } from './reference-server.ts'
import { toCheck, toFinding, toResult, toStep } from './report-parts.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let result: Result

const renderers = [renderHtml, renderMarkdown, renderJunit, (one: Result) => renderTerminal(one, false)]

/** Text in a response that could break a report format. */
const nasty = '</pre></script>"\'<b>&amp; \u0001 ``` | ]]>'

beforeAll(async () => {
  const reference = await startReference()
  const { config } = readConfig(
    [
      ...[reference.url, '--only', 'LOGIN-01,LOGIN-05,LOGIN-44,INC-01,SIGN-41', '--target-name', 'Acme <Monitor>'],
      // Secrets that are words of the kit, too.
      ...['--header', 'X-A: conformance', '--header', 'X-B: authentication'],
    ],
    {},
  )
  const conducted = await performRun(config, silent, async (request, timeout) => {
    const response = await send(request, timeout)
    const isLogin = request.path === '/auth/login' && response.status === 200
    return isLogin ? { ...response, text: JSON.stringify({ user: { id: nasty } }) } : response
  })
  result = conducted.result
  await reference.close()
})

test('the run has a failed, an inapplicable, a passed and an unverified check', () => {
  const outcomes = new Set(result.checks.map(({ outcome }) => outcome.documented))
  expect([...outcomes].sort()).toEqual(['fail', 'inapplicable', 'pass', 'unverified'])
})

test('each report shows an outdated entry of the baseline, as a failure', () => {
  const text = 'SIGN-41 is known to fail, but does not; take it off the list'
  const outdated = { ...result, stale: [text] }
  const failuresIn = (xml: string) => new XMLParser({ ignoreAttributes: false }).parse(xml).testsuites['@_failures']
  expect(renderJunit(outdated)).toContain(`<failure message="${text}"/>`)
  expect(Number(failuresIn(renderJunit(outdated)))).toBe(Number(failuresIn(renderJunit(result))) + 1)
  for (const render of [renderHtml, renderMarkdown]) expect(render(outdated)).toContain(text)
})

test('reports show eight fixtures of a check at most, in lines of less than 200 characters', () => {
  const given = Array.from({ length: 20 }, (_, index) => ({
    ...{ name: `fixture ${index}`, kind: 'account' as const },
    fields: { asked: { note: 'of many '.repeat(40) } },
  }))
  const crowded = { ...result, checks: result.checks.map((check) => ({ ...check, given })) }
  for (const render of renderers) {
    const lines = render(crowded).match(/given fixture .*?(?=;|\\n|\n|<)/g) ?? []
    expect(lines).toContainEqual(expect.stringContaining('fixture 7'))
    expect(lines.join()).not.toContain('fixture 8')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200)
    expect(render(crowded)).toContain('… and 12 more given, in report.json')
  }
})

describe('the JSON report', () => {
  test('is valid against its schema', () => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    validate(JSON.parse(JSON.stringify(toJson(result))))
    expect(validate.errors).toBeNull()
  })

  test('keeps the words of the kit, one of which may be a secret', () => {
    expect(result.kit.name).toBe('@monitoring-service/conformance')
    expect(result.checks.find(({ id }) => id === 'LOGIN-05')?.title).toContain('an authentication failure')
  })

  test('has a curl command for each step of each check', () => {
    const steps = result.checks.flatMap(({ steps }) => steps)
    expect(steps.length).toBeGreaterThan(5)
    for (const { curl } of steps) expect(curl).toMatch(/^curl -sS -i -X [A-Z]+ "\$BASE"\//)
  })

  test('has the outcome of each requirement, and what an untestable one would need', () => {
    const about = (id: string) => result.requirements.find((one) => one.id === id)
    expect(about('2.1b')?.outcome).toMatchObject({ documented: 'fail' })
    expect(about('4.1e')?.outcome).toMatchObject({ documented: 'inapplicable' })
    expect(about('3.2e')).toMatchObject({
      outcome: { documented: 'unverified' },
      needs: expect.stringContaining('clock'),
    })
  })
})

test('the JUnit report is XML with a failure for each failed check, and skips unverified ones', () => {
  const xml = renderJunit(result)
  expect(XMLValidator.validate(xml)).toBe(true)
  const options = {
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name: string) => /^test(suite|case)$/.test(name),
  }
  const { testsuites } = new XMLParser(options).parse(xml)
  const cases = testsuites.testsuite.flatMap((suite: { testcase: object[] }) => suite.testcase)
  const having = (element: string) => cases.filter((one: object) => element in one).length
  const count = (outcome: string) => result.checks.filter((check) => check.outcome.documented === outcome).length
  expect(cases.length).toBe(result.checks.length)
  expect(having('failure')).toBe(count('fail'))
  expect(having('skipped')).toBe(count('unverified') + count('inapplicable'))
  expect(testsuites).toMatchObject({ tests: String(cases.length), failures: String(count('fail')) })
})

test('the HTML report loads no resources, lists every requirement and check, and escapes responses', () => {
  const html = renderHtml(result)
  expect(html).not.toMatch(/<(?:script|link|img|iframe)\b|url\(|@import/)
  expect(html).not.toContain('<b>&amp;')
  expect(html).toContain('Acme &lt;Monitor&gt;')
  for (const { id } of result.checks) expect(html).toContain(`id="${id}"`)
  for (const { id } of result.requirements) expect(html).toContain(`id="s${id}"`)
})

test('report.json stays within its size and has no lone surrogate, whatever error a target answers', () => {
  const error = { code: 'x'.repeat(2 ** 20), message: `\ud800${'x'.repeat(2 ** 20)}` }
  const response = summaryOf({ response: { status: 500 }, body: { error } } as unknown as Exchange)
  const text = renderings['report.json'](toResult(toCheck('INC-01', { findings: [toFinding({ response })] })))
  expect(text.length).toBeLessThan(10_000)
  expect(text).toContain('"message": "\ufffdxxx')
})

test('the page stays within its size, whatever headers the target sends', () => {
  const headers = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-header-${at}`, 'x'.repeat(400)]))
  const steps = [1, 2, 3].map((number) => toStep(number, '/', { response: { status: 409, headers, body: '{}' } }))
  const checks = Array.from({ length: 300 }, (_, at) => toCheck(`INC-${at}`, { steps }))
  const page = renderings['report.html'](toResult(...checks))
  expect(Buffer.byteLength(page)).toBeLessThan(500_000)
  expect(page).toContain('x-header-0: xxx')
})

test('the page names the step of a finding that is not shown, and has no empty block', () => {
  const page = renderHtml(
    toResult(toCheck('INC-01', { findings: [toFinding({ step: 6 })] }), toCheck('INC-02', { findings: [], steps: [] })),
  )
  expect(page).toMatch(/\n\n✗ step 7: /)
  expect(page).not.toContain('<pre></pre>')
})

test('the summary names failed checks and missing fixtures', () => {
  const markdown = renderMarkdown(result)
  expect(markdown).toContain('# Acme \\<Monitor\\>: not conformant')
  expect(markdown).toContain('### LOGIN-01')
  expect(markdown).toContain('no writer')
})

test('the summary keeps spaces and entities of values in a block of code, since Markdown would change them', () => {
  const finding = { subject: 'name', claim: is('b'), value: '  a &lt; b   ', basis: 'documented' as const, step: 0 }
  const findings = [finding]
  const checks = result.checks.map((check) => ({ ...check, findings: check.findings.length > 0 ? findings : [] }))
  expect(renderMarkdown({ ...result, checks })).toMatch(/```sh\n[^`]*seen: {5}" {2}a &lt; b {3}"\n/)
})

test('a selection has a partial verdict in every report', async () => {
  const { level, checks, counts, ...others } = result
  const fine = checks.filter(({ outcome }) => outcome[level] === 'pass')
  const verdict = { documented: 'partial', sound: 'partial', profile: 'partial' } as const
  const partial = { ...others, level, verdict, checks: fine, counts: { documented: {}, sound: {}, profile: {} } }
  const words = `conformant as far as 5 of ${result.selection?.of} checks can tell`
  expect(result.selection).toMatchObject({ checks: 5, only: expect.arrayContaining(['LOGIN-01']), skip: [] })
  expect(renderMarkdown(partial)).toContain(words)
  expect(renderHtml(partial).includes(words)).toBe(true)
})
