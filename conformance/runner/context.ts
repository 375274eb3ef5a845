/** Everything that a run needs, put together from its configuration. */

import { compileSchemas, type Schemas } from '../assess/schemas.ts'
import { createHttpClient, type Driver, fetchDriver } from '../client/http.ts'
import { createSecrets, type Secrets } from '../client/redact.ts'
import type { Config } from '../config/config.ts'
import { throughSdk } from '../drivers/sdk.ts'
import { createHookProvider } from '../fixtures/hook.ts'
import { createListProvider } from '../fixtures/lists.ts'
import { createFixturePool } from '../fixtures/pool.ts'
import type { Provider } from '../fixtures/provider.ts'
import { createLiveness } from './liveness.ts'
import type { RunServices } from './run-check.ts'

export interface RunContext {
  run: RunServices
  secrets: Secrets
  providers: Provider[]
}

const drivers: Record<Config['through'], Driver> = { http: fetchDriver, sdk: throughSdk }

/** Compiled once, since a process may run many sessions. */
let schemas: Schemas | undefined

export function createRunContext(config: Config, driver = drivers[config.through]): RunContext {
  const { target, auth, fixtures, signup, jobs, rounds } = config
  const [timeout, patience] = [config.timeout * 1000, config.patience * 1000]
  const { hook, ...lists } = fixtures
  const secrets = createSecrets()
  secrets.collect(lists)
  secrets.add(hook?.secret, 'hook secret')
  const client = createHttpClient({ ...target, transport: auth, timeout, patience }, driver, secrets)
  const providers = [
    ...(hook ? [createHookProvider(hook, { timeout, patience }, secrets)] : []),
    createListProvider(lists, config.stateless),
  ]
  const pool = createFixturePool(
    { signup, adminKey: auth.adminKey, without: config.without, newcomer: lists.newcomer },
    providers,
    secrets,
  )
  const settings = { jobs, rounds, patience, transport: auth, isStateless: config.stateless }
  schemas ??= compileSchemas()
  const liveness = createLiveness(client, patience)
  return { run: { schemas, settings, client, liveness, pool }, secrets, providers }
}
