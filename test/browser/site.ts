/** Starts server and mock as `npm start` does, on free ports and in memory. */
import { createMock, type Mock } from '@monitoring-service/mock'
import { type Server, startServer } from '@monitoring-service/server'
import { afterAll, beforeAll } from 'vitest'
import { demoSettings } from '../support/settings.ts'

export function useSite(): { server: () => Server; mock: () => Mock; origins: () => string[] } {
  let [server, mock]: [Server?, Mock?] = []
  beforeAll(async () => {
    mock = await createMock()
    server = await startServer({ ...demoSettings, corsOrigins: '*', docs: { hasDemo: true, mockUrl: mock.url } })
  })
  afterAll(async () => {
    await server?.close(0)
    await mock?.close(0)
  })
  return {
    server: () => server as Server,
    mock: () => mock as Mock,
    origins: () => [server?.url ?? '', mock?.url ?? ''],
  }
}
