/** Web pages with the packed SDK in Chromium: the example for React, and calls to other origins. */
import { join } from 'node:path'
import { errors } from '@monitoring-service/contract'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { looksRight } from '../../test/browser/look.ts'
import { hasChromium, unless, useBrowser, type Options as VisitOptions } from '../../test/support/browser.ts'
import type { Project } from '../../test/support/packages/install.ts'
import { demoSettings } from '../../test/support/settings.ts'
import { bundle } from './consumer/bundle.ts'
import { expected, input } from './consumer/index.ts'
import { createSdkProject } from './sdk-project.ts'
import { callInPage, type Files, pageOf, readSite, type Site, serveSite } from './site.ts'

const patience = 90_000

describe.skipIf(!hasChromium)(`In Chromium${unless}`, { tags: ['P77'], timeout: patience }, () => {
  let project: Project
  let mock: RunningServer
  beforeAll(async () => {
    project = await createSdkProject()
    mock = await createMock()
  }, patience)
  afterAll(async () => {
    await project?.remove()
    await mock?.close(0)
  })
  const visit = useBrowser()

  /** Builds examples/react and returns its files by path. */
  async function buildPage(): Promise<Files> {
    await project.on(process.execPath).shell('npm run build --silent --prefix examples/react')
    const { '/index.html': page = '', ...others } = await readSite(join(project.folder, 'examples/react/dist'))
    return { '/': page, ...others }
  }

  /** Starts a server with the demo data for one test. */
  async function serve(corsOrigins?: string[]): Promise<string> {
    const { url, close } = await startServer({ ...demoSettings, corsOrigins })
    onTestFinished(() => close(0))
    return url
  }

  describe('the page of examples/react', () => {
    // The browser's own message about a request that the service rejects.
    const expectedMessages = /status of 40[49]/
    let site: Site | undefined
    beforeAll(async () => {
      site = await serveSite(await buildPage())
    }, patience)
    afterAll(() => site?.close())
    async function openPage({ mock: at = mock.url, ...options }: Partial<VisitOptions> & { mock?: string } = {}) {
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
      await page.getByText('E-mail address or password is wrong.').waitFor()
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

  describe('a web page', () => {
    let site: Site | undefined
    beforeAll(async () => {
      site = await serveSite(pageOf(await bundle(project.folder, 'browser')), () => mock.url)
    }, patience)
    afterAll(() => site?.close())
    const call = (
      name: 'callEverything' | 'readError',
      { baseUrl, ...more }: { baseUrl: string; [field: string]: unknown },
    ) => callInPage(visit.browser(), origin(), name, { ...input, ...more, baseUrl })
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
      expect(await call('callEverything', { baseUrl: mock.url, page: 3 })).toEqual({ returned, errors: conflicts })
    })

    it('reads the request id and Retry-After of an error response', async () => {
      const headers = { Prefer: 'example=storeUnavailable', 'X-Request-Id': 'from-a-page' }
      const { returned, errors } = await call('readError', { baseUrl: mock.url, headers })
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
  })
})
