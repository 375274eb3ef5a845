/** Vitest's browser mode: the same page in Chromium, where MSW's worker answers. */
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const { CHROMIUM } = process.env

export default defineConfig({
  test: {
    include: ['tests/browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Without the variable, the browser that `npx playwright install chromium` installs.
      provider: playwright({ launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {} }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
