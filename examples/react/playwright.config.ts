/** Playwright starts the page, a mock with memory, and Storybook. */
import { defineConfig } from '@playwright/test'

const { CHROMIUM } = process.env

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  use: {
    baseURL: 'http://127.0.0.1:5173',
    // Without the variable, the browser that `npx playwright install chromium` installs.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
  },
  webServer: [
    { command: 'npm run dev', url: 'http://127.0.0.1:5173' },
    {
      command: 'npx --no-install monitoring-mock --stateful --port 4010',
      url: 'http://127.0.0.1:4010/_mock/scenarios',
    },
    { command: 'npm run storybook', url: 'http://127.0.0.1:6006' },
  ],
})
