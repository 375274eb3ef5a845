/** Resolves incidents: `node resolve.mjs [ID...]`. Service and credentials come from the environment. */
import { ApiError, CallError, ConnectionError, createMonitoring } from '@monitoring-service/sdk'

// The defaults come from the demo data, so that the script works after `npm start`.
const {
  MONITORING_URL = 'http://localhost:3000',
  MONITORING_EMAIL = 'owner@acme.example',
  MONITORING_PASSWORD = 'correct-horse-battery',
} = process.env
const demoIncidents = ['01J0000000000001NC1DENT004', '01J0000000000001NC1DENT003', '01J0000000000001NC1DENT007']
const ids = process.argv.length > 2 ? process.argv.slice(2) : demoIncidents

const monitoring = createMonitoring({ baseUrl: MONITORING_URL, session: { token: logInOnce() } })

try {
  for (const id of ids) console.log(`${id}  ${await resolve(id)}`)
} catch (error) {
  if (!(error instanceof CallError)) throw error
  const advice = error instanceof ConnectionError ? '. Is the service running there?' : ''
  console.error(`${MONITORING_URL}: ${error.message}${advice}`)
  process.exitCode = 1
}

/** @returns a description of the result */
async function resolve(id) {
  try {
    const { incident } = await monitoring.incidents.resolve(id, { cause: 'A full disk' })
    return `resolved at ${incident.resolvedAt}: ${incident.title}`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'INCIDENT_ALREADY_RESOLVED') return 'was resolved before'
    if (error.code === 'INCIDENT_NOT_FOUND') return 'does not belong to your team'
    throw error
  }
}

/** @returns a function that logs in on its first call and returns the access token */
function logInOnce() {
  let session
  return async () => {
    session ??= monitoring.auth.login({ email: MONITORING_EMAIL, password: MONITORING_PASSWORD })
    return (await session).accessToken
  }
}
