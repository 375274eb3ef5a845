/** Creates the services of a run from its configuration. */
import { compileSchemas, type Schemas } from '../assess/schemas.ts'
import { createLiveness } from '../attribution/liveness.ts'
import { createHttpClient, fetchDriver } from '../client/http.ts'
import { createSecrets, type Secrets } from '../client/redact.ts'
import type { Config } from '../config/config.ts'
import { createHookProvider } from '../fixtures/hook.ts'
import { createListProvider } from '../fixtures/lists.ts'
import { createFixturePool } from '../fixtures/pool.ts'
import type { RunServices } from './run-check.ts'

export interface RunContext {
  services: RunServices
  secrets: Secrets
}

/** Compiled once, since a process may have many runs. */
let schemas: Schemas | undefined

export function createRunContext(config: Config, driver = fetchDriver): RunContext {
  const { target, auth, fixtures, signup, jobs, rounds, without, stateless } = config
  const [timeout, patience] = [config.timeout * 1000, config.patience * 1000]
  const { hook, ...lists } = fixtures
  const secrets = createSecrets()
  secrets.collect(lists)
  secrets.add(hook?.secret, 'hook secret')
  const client = createHttpClient({ ...target, transport: auth, timeout, patience }, driver, secrets)
  const providers = [
    ...(hook ? [createHookProvider(hook, { timeout, patience }, secrets)] : []),
    createListProvider(lists, stateless),
  ]
  const poolSettings = { signup, adminKey: auth.adminKey, without, newcomer: lists.newcomer }
  const pool = createFixturePool(poolSettings, providers, secrets)
  const settings = { jobs, rounds, patience, transport: auth, isStateless: stateless }
  schemas ??= compileSchemas()
  return { services: { schemas, settings, client, liveness: createLiveness(client, patience), pool }, secrets }
}
