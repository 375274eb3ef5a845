/** CommonJS, on Node: the mock of the global setup, and a spy on the SDK. */
const { connectMock } = require('@monitoring-service/mock/client')
const sdk = require('@monitoring-service/sdk')

const owner = { email: 'owner@acme.example', password: 'correct-horse-battery' }
const mock = connectMock(process.env.MOCK_URL)
beforeEach(() => mock.reset())

test('shows what the mock was told to answer', async () => {
  const { auth } = sdk.createMonitoring({ baseUrl: process.env.MOCK_URL })
  await mock.next('login', 'tooManyAttempts')
  await expect(auth.login(owner)).rejects.toBeInstanceOf(sdk.ApiError)
  expect((await auth.login(owner)).user.role).toBe('owner')
  expect(await mock.calls('login')).toHaveLength(2)
})

test('a spy takes the place of a call', async () => {
  const { incidents } = sdk.createMonitoring({ baseUrl: process.env.MOCK_URL })
  jest.spyOn(incidents, 'delete').mockResolvedValue(undefined)
  expect(await incidents.delete('a')).toBeUndefined()
})
