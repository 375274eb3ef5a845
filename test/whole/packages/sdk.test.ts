/** The packed SDK, installed in a separate project, in every supported runtime. */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { demo, errors } from '@monitoring-service/contract'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { startServer } from '@monitoring-service/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium, nodes } from '../../runtimes/index.ts'
import { hasChromium, unless, useBrowser, type Options as VisitOptions } from '../../support/browser.ts'
import { demoSettings } from '../../support/settings.ts'
import { looksRight } from '../browser/look.ts'
import { createProject, type Project } from './sdk-project.ts'
import { callInPage, pageOf, type Site, serveSite } from './site.ts'

const patience = 90_000
const input = { password: demo.password, adminKey: demo.adminApiKey, page: 1 }
const demoIncidents = ['01J0000000000001NC1DENT006', '01J0000000000001NC1DENT003', '01J0000000000001NC1DENT007']
const expected = {
  role: 'owner',
  status: 'resolved',
  isValid: true,
  error: [true, 409, 'INCIDENT_ALREADY_RESOLVED', 'string'],
  leaving: [45, 'leaver01@leavers.example'],
  operation: [false, 409, true],
  byPath: [409, 'INCIDENT_ALREADY_RESOLVED'],
  query: [5, true],
}

let project: Project
beforeAll(async () => {
  project = await createProject()
}, patience)
afterAll(() => project?.remove())

/** Starts a server with the demo data for one test. */
async function serve(corsOrigins?: string[]): Promise<string> {
  const { url, close } = await startServer({ ...demoSettings, corsOrigins })
  onTestFinished(() => close(0))
  return url
}

describe('A program that uses the SDK', { tags: ['P77'], timeout: patience }, () => {
  for (const { name, program } of nodes) {
    it.skipIf(!program)(`runs in ${name}${program ? '' : ', which is not installed here'}`, async () => {
      const printed = await project.run(
        program as string,
        'consumer-cli.mjs',
        JSON.stringify({ baseUrl: await serve(), ...input }),
      )
      expect(JSON.parse(printed)).toEqual(expected)
    })
  }

  it.each(nodes.filter(({ program }) => program))(
    'can require it in $name, even beside imports',
    async ({ program }) => {
      const code = `
      const entries = ['', '/operations', '/fetch', '/react-query', '/validators']
      const [main, operations] = entries.map((entry) => require('@monitoring-service/sdk' + entry))
      import('@monitoring-service/sdk').then(({ ApiError }) => console.log([main, operations].map((it) => it.ApiError === ApiError)))`
      expect(await project.run(program as string, '-e', code)).toBe('[ true, true ]\n')
    },
  )

  it.each(nodes.filter(({ program }) => program))(
    'leaves no listener on a signal that concurrent calls share, whatever the garbage collection of $name does',
    async ({ program }) => {
      const code = `
      import { getEventListeners } from 'node:events'
      import { createMonitoring } from '@monitoring-service/sdk'
      const { signal } = new AbortController()
      const fetch = async () => {
        await new Promise(setImmediate)
        gc()
        return Response.json({})
      }
      const { incidents } = createMonitoring({ baseUrl: 'https://monitoring.example', fetch })
      await Promise.all(Array.from({ length: 10 }, () => incidents.resolve('id', {}, { signal })))
      console.log(getEventListeners(signal, 'abort').length)`
      expect(await project.run(program as string, '--expose-gc', '--input-type=module', '-e', code)).toBe('0\n')
    },
  )

  it('can require it without support for modules in require, as in Jest', async () => {
    const code = `console.log(typeof require('@monitoring-service/sdk').createMonitoring)`
    const flags = ['--no-experimental-require-module', '--input-type=commonjs', '-e', code]
    expect(await project.run(process.execPath, ...flags)).toBe('function\n')
  })

  it('can be the example in examples/node, which resolves incidents and prints the result of each', async () => {
    const baseUrl = await serve()
    const example = () => project.run('env', `MONITORING_URL=${baseUrl}`, process.execPath, 'examples/node/resolve.mjs')
    const others = `${demoIncidents[1]}  was resolved before\n${demoIncidents[2]}  is none of your team\n`
    expect(await example()).toMatch(/^01J0000000000001NC1DENT006 {2}resolved at \S+Z: A drill\n/)
    expect(await example()).toBe(`${demoIncidents[0]}  was resolved before\n${others}`)
  })

  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  it.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('has types under module %s with resolution %s', async (module, moduleResolution) => {
    const checks = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    }
    const lib = ['es2022', 'dom', 'dom.iterable']
    const compilerOptions = { module, moduleResolution, target: 'es2022', lib, types: [], noEmit: true, ...checks }
    const config = join(project.folder, `tsconfig.${moduleResolution}.json`)
    await writeFile(config, JSON.stringify({ compilerOptions, files: ['types.mts'] }))
    expect(await project.run(process.execPath, compiler, '-p', config)).toBe('')
  })

  it('has types in the example in examples/react', async () => {
    expect(await project.run(process.execPath, compiler, '-p', 'examples/react')).toBe('')
  })
})

describe.skipIf(!hasChromium)(`The page of examples/react${unless}`, { timeout: patience }, () => {
  const visit = useBrowser()
  // The browser's own message about a request that the service rejects.
  const expectedMessages = /status of 40[49]/
  let [site, mock]: [Site?, RunningServer?] = []
  beforeAll(async () => {
    site = await serveSite(await project.buildPage())
    mock = await createMock()
  }, patience)
  afterAll(async () => {
    await site?.close()
    await mock?.close(0)
  })
  async function openPage({ mock: at = mock?.url ?? '', ...options }: Partial<VisitOptions> & { mock?: string } = {}) {
    const services = { server: await serve([site?.origin ?? '']), mock: at }
    const origins = [site?.origin ?? '', ...Object.values(services)]
    return visit(`${site?.origin}/?${new URLSearchParams(services)}`, {
      origins,
      expected: expectedMessages,
      ...options,
    })
  }

  it.each(['server', 'mock'])(
    'resolves an incident of the %s, and shows why it cannot resolve others',
    async (name) => {
      const page = await openPage()
      await page.getByRole('radio', { name: `the ${name} at` }).check()
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText('Logged in as owner@acme.example, owner.').waitFor()
      const incident = (title: string) => page.getByRole('listitem').filter({ hasText: title })
      for (const title of ['Checkout is slow', 'Search is down', 'Globex is down']) {
        await page.getByRole('button', { name: `Resolve: ${title}` }).click()
      }
      await incident('Checkout is slow')
        .getByText(/Resolved at \d{4}-/)
        .waitFor()
      await incident('Search is down').getByText(errors.INCIDENT_ALREADY_RESOLVED.message).waitFor()
      await incident('Globex is down').getByText(errors.INCIDENT_NOT_FOUND.message).waitFor()
      expect(await page.getByRole('button').count()).toBe(2)
    },
  )

  it('shows a wrong password and an unreachable service', async () => {
    const gone = await createMock()
    await gone.close(0)
    const page = await openPage({ expected: /status of 401|ERR_CONNECTION_REFUSED/, mock: gone.url })
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText(errors.INVALID_CREDENTIALS.message).waitFor()
    await page.getByRole('radio', { name: 'the mock at' }).check()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('The service cannot be reached.').waitFor()
  })

  looksRight('example', async (options) => {
    const page = await openPage(options)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Resolve: Search is down' }).click()
    await page.getByText(errors.INCIDENT_ALREADY_RESOLVED.message).waitFor()
    return page
  })
})

describe.skipIf(!hasChromium)(
  `A web page${hasChromium ? '' : ', for which Chromium is not installed here,'}`,
  { timeout: patience },
  () => {
    let [browser, site, mock]: [Browser?, Site?, RunningServer?] = []
    beforeAll(async () => {
      site = await serveSite(pageOf(await project.bundle('browser')), () => mock?.url ?? '')
      mock = await createMock()
      browser = await launchChromium()
    }, patience)
    afterAll(async () => {
      await browser?.close()
      await site?.close()
      await mock?.close(0)
    })
    const call = (
      name: 'callEverything' | 'readError',
      { baseUrl, ...more }: { baseUrl: string; [field: string]: unknown },
    ) => callInPage(browser as Browser, origin(), name, { ...input, ...more, baseUrl })
    const origin = () => site?.origin ?? ''
    const failed = (status: string) => `Failed to load resource: the server responded with a status of ${status}`
    const conflicts = Array(3).fill(failed('409 (Conflict)'))

    it('of an allowed origin can make the same calls as other programs', async () => {
      expect(await call('callEverything', { baseUrl: await serve([origin()]) })).toEqual({
        returned: expected,
        errors: conflicts,
      })
    })

    it('can make the same calls to the mock', async () => {
      // The mock returns only the pages that are examples; this one is the last.
      const returned = { ...expected, leaving: [5, 'leaver40@leavers.example'] }
      expect(await call('callEverything', { baseUrl: mock?.url ?? '', page: 3 })).toEqual({
        returned,
        errors: conflicts,
      })
    })

    it('reads the request id and Retry-After of an error response', async () => {
      const headers = { Prefer: 'example=storeUnavailable', 'X-Request-Id': 'from-a-page' }
      const { returned, errors } = await call('readError', { baseUrl: mock?.url ?? '', headers })
      expect(returned).toMatchObject({ code: 'UNAVAILABLE', status: 503, requestId: 'from-a-page', retryAfter: 5 })
      expect(errors).toEqual([failed('503 (Service Unavailable)')])
    })

    it('follows no redirect', async () => {
      const { returned, errors } = await call('readError', { baseUrl: `${origin()}/moved` })
      expect(returned).toMatchObject({ name: 'ResponseError', isResponseError: true, status: 0 })
      expect(errors).toEqual([])
    })

    it.each([
      ['by default', undefined],
      ['when another is allowed', ['https://app.example']],
    ])('of an origin that the server does not allow gets a ConnectionError: %s', async (_, origins) => {
      const { returned, errors } = await call('readError', { baseUrl: await serve(origins) })
      expect(returned).toMatchObject({ name: 'ConnectionError' })
      expect(errors.join()).toContain('blocked by CORS policy')
    })
  },
)
