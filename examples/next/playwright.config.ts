/** Playwright starts the page twice: its server asks a mock with memory, or MSW in its own process. */
import { defineConfig } from '@playwright/test'

const { CHROMIUM } = process.env

export default defineConfig({
  testDir: 'tests',
  // The server's requests do not say which test they belong to, so the tests share the mock's one session.
  workers: 1,
  // Without the variable, the browser that `npx playwright install chromium` installs.
  use: { launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {} },
  webServer: [
    { command: 'npx next start --port 3001', env: { API_URL: 'http://localhost:4010' }, url: 'http://localhost:3001' },
    { command: 'npx next start --port 3002', env: { MOCK: '1' }, url: 'http://localhost:3002' },
    {
      command: 'npx --no-install monitoring-mock --stateful --port 4010',
      url: 'http://127.0.0.1:4010/_mock/scenarios',
    },
  ],
})
