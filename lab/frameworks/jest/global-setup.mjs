/** Starts a mock for all tests: createMock is an ES module, which Jest's defaults cannot require. */
import { createMock } from '@monitoring-service/mock'

export default async function start() {
  globalThis.mock = await createMock()
  process.env.MOCK_URL = globalThis.mock.url
}
