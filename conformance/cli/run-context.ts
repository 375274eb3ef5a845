/** Creates the services of a run from its configuration. */

import type { RunServices } from '../checks/runner/run-check.ts'
import { send } from '../client/driver.ts'
import { createHttpClient, type Driver } from '../client/http.ts'
import { createLiveness } from '../client/liveness.ts'
import { createSecrets } from '../client/redact.ts'
import { defaultSeconds, requestsPerSecond } from '../explore/explore-checks.ts'
import { createHook } from '../records/hook.ts'
import { createHookTrial } from '../records/hook-trial.ts'
import { createLists } from '../records/lists.ts'
import { createPool } from '../records/pool.ts'
import { compileSchemas, type Schemas } from '../verdict/schemas.ts'
import type { Config } from './settings/config.ts'
import { readCertificate } from './settings/files.ts'

/** Checks at the same time. */
const usualJobs = 4

/** Compiled once, since a process may have many runs. */
let schemas: Schemas | undefined

export function createRunContext(config: Config, driver: Driver = send) {
  const { target, auth, fixtures, signup, jobs, rounds, without, stateless, keepAlive, checksWords = false } = config
  // A longer exploration may send more requests.
  const maxRequests = config.maxRequests + Math.max(0, config.explore - defaultSeconds) * requestsPerSecond
  const times = { timeout: config.timeout * 1000, patience: config.patience * 1000 }
  const { hook, ...lists } = fixtures
  const [secrets, clock] = [createSecrets(), { offset: 0 }]
  const left = { accounts: 0, scheduled: 0, records: {} }
  secrets.collect(lists)
  secrets.add(hook?.secret, 'hook secret')
  const certificate = readCertificate(target)
  const ofClient = { ...target, ...times, certificate, transport: auth, keepAlive, maxRequests, clock, left }
  const client = createHttpClient(ofClient, driver, secrets)
  const poolSettings = { signup, adminKey: auth.adminKey, without, givenUser: lists.givenUser }
  const sources = { hook: hook && createHook(hook, times, secrets, clock, left) }
  const sender = { transport: auth, send: client.send }
  // Labels such as `writer accessToken` are for the accounts of checks.
  const unlabelled = { ...secrets, collect: (value: unknown) => secrets.collect(value) }
  const tryRecord = createHookTrial(createPool(poolSettings, sources, unlabelled), sender)
  const pool = createPool(poolSettings, { ...sources, lists: createLists(lists, stateless) }, secrets, tryRecord)
  // Without the lists: checks share what a list contains once, and exploring would use it up.
  const explorePool = createPool(poolSettings, sources, secrets, tryRecord)
  const { patience } = times
  const settings = { jobs: jobs ?? usualJobs, rounds, patience, transport: auth, isStateless: stateless, checksWords }
  schemas ??= compileSchemas()
  const services: RunServices = { schemas, settings, client, liveness: createLiveness(client, patience), pool }
  return { services, explorePool, secrets }
}
