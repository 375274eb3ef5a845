/** Cypress starts a mock with memory; the page of ../react runs by `npm run dev`. */
import { createMock } from '@monitoring-service/mock'
import { defineConfig } from 'cypress'

export default defineConfig({
  e2e: {
    baseUrl: 'http://127.0.0.1:5173',
    specPattern: 'e2e/*.cy.ts',
    supportFile: false,
    async setupNodeEvents(on) {
      const mock = await createMock({ port: 4010, stateful: true })
      on('after:run', () => mock.close())
    },
  },
})
