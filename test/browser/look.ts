/** Checks a page in each colour scheme and width. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findFlaws, type Options, patience, sights } from '../support/browser.ts'

/** A folder for screenshots; without it, none is taken. */
const pictures = process.env.PICTURES

/** @param show opens the page and waits until it is complete. */
export function looksRight(name: string, show: (options: Partial<Options>) => Promise<Page>): void {
  it.each(sights)(
    'has no accessibility violation in %s mode, %i pixels wide',
    { timeout: patience },
    async (colorScheme, width) => {
      const page = await show({ colorScheme, viewport: { width, height: 900 } })
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`), fullPage: true })
      }
      expect(await findFlaws(page)).toEqual([])
    },
  )
}
