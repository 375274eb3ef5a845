/** The server that the installed SDK calls and the installed kit judges. */
import { startServer } from '@monitoring-service/server'
import { demoSettings } from '../../test/support/settings.ts'
import type { Target } from './uses/use.ts'

export async function startTarget(): Promise<Target & { close(): Promise<void> }> {
  const { url, fixturesUrl = '', close } = await startServer({ ...demoSettings, fixturesPort: 0, passwordCost: 4 })
  return { url, hookUrl: fixturesUrl, close: () => close(0) }
}
