/**
 * CommonJS, in jsdom as it is: doubles need no network.
 * @jest-environment jsdom
 */
const { createTestMonitoring, serviceError } = require('@monitoring-service/sdk/testing')

test('doubles return data and throw errors of the service', async () => {
  const resolve = () => {
    throw serviceError('INCIDENT_ALREADY_RESOLVED')
  }
  const { incidents } = createTestMonitoring({ incidents: { delete: () => undefined, resolve } })
  expect(await incidents.delete('a')).toBeUndefined()
  await expect(incidents.resolve('a')).rejects.toMatchObject({ status: 409, code: 'INCIDENT_ALREADY_RESOLVED' })
})
