/** The scenario page of the mock and the report of the conformance kit in a browser. */
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderHtml } from '../../conformance/report/html.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import { runTrial } from '../../conformance/self-test/trial.ts'
import { hasChromium, type Options, patience, unless, useBrowser } from '../support/browser.ts'
import { looksRight } from './look.ts'
import { useSite } from './site.ts'

describe.skipIf(!hasChromium)(`In a browser${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { mock } = useSite()

  describe('the list of scenarios', () => {
    looksRight('scenarios', async (options) => {
      const page = await open(mock().scenariosUrl, { origins: [mock().url], ...options })
      // axe is slow on all scenarios; one operation has every kind of them.
      await page.getByLabel('Filter').fill('login')
      await page.locator('article:visible summary').first().click()
      return page
    })
  })

  describe('the report of the conformance kit', () => {
    let reports: RunningServer | undefined
    const padded = `"  ${'x'.repeat(300)}   "`
    beforeAll(async () => {
      const fault = faults.find(({ id }) => id === 'count-adds-up')
      if (!fault) throw new Error('the fault has another name')
      const { result } = await runTrial({ fault }, [
        'SERVICE-01',
        'SERVICE-02',
        'SERVICE-14',
        'MONITOR-01',
        'MONITOR-02',
      ])
      const findings = result.checks.flatMap(({ findings }) => findings)
      const wrongIf = ['of many words, '.repeat(9), 'x'.repeat(300)].map((field) => ({
        of: 'body' as const,
        field,
      }))
      for (const finding of findings) finding.notes = [{ wrongIf, wrong: 2, right: 3 }]
      Object.assign(findings[0] ?? {}, { observation: padded })
      reports = await listen((_request, response) => response.end(renderHtml(result)), 0)
    }, patience)
    afterAll(() => reports?.close(0))
    const show = (options: Partial<Options> = {}) =>
      open(reports?.url ?? '', { origins: [reports?.url ?? ''], ...options })

    looksRight('failures', show)

    it('links from a requirement that is violated to the steps of a check that failed', async () => {
      const page = await show()
      const violated = page.locator('.requirements tr', { has: page.locator('td.outcome.fail') })
      await violated.getByRole('link', { name: 'SERVICE-01' }).first().click()
      expect(await page.locator('details:target pre').first().isVisible()).toBe(true)
    })

    it('keeps the spaces of values', async () => {
      const page = await show()
      expect(await page.locator('.checks pre:visible', { hasText: 'xxx' }).first().innerText()).toContain(padded)
    })
  })
})
