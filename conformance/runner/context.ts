/** Everything that a run needs, put together from its configuration. */

import { compileSchemas, type Schemas } from '../assess/schemas.ts'
import { createWire, type Driver, overHttp } from '../client/http.ts'
import { createSecrets, type Secrets } from '../client/redact.ts'
import type { Config } from '../config/config.ts'
import { throughSdk } from '../drivers/sdk.ts'
import { createHook } from '../fixtures/hook.ts'
import { createLists } from '../fixtures/lists.ts'
import { createSupply } from '../fixtures/pool.ts'
import type { Provider } from '../fixtures/provider.ts'
import { createPresence } from './liveness.ts'
import type { Run } from './run-check.ts'

export interface Session {
  run: Run
  secrets: Secrets
  providers: Provider[]
}

const drivers: Record<Config['through'], Driver> = { http: overHttp, sdk: throughSdk }

/** Compiled once, since a process may run many sessions. */
let schemas: Schemas | undefined

export function openSession(config: Config, driver = drivers[config.through]): Session {
  const { target, auth, fixtures, signup, jobs, rounds } = config
  const [timeout, patience] = [config.timeout * 1000, config.patience * 1000]
  const { hook, ...lists } = fixtures
  const secrets = createSecrets()
  secrets.harvest(lists)
  secrets.add(hook?.secret, 'hook secret')
  const wire = createWire({ ...target, transport: auth, timeout, patience }, driver, secrets)
  const providers = [
    ...(hook ? [createHook(hook, { timeout, patience }, secrets)] : []),
    createLists(lists, config.stateless),
  ]
  const supply = createSupply(
    { signup, adminKey: auth.adminKey, without: config.without, newcomer: lists.newcomer },
    providers,
    secrets,
  )
  const settings = { jobs, rounds, patience, transport: auth, isStateless: config.stateless }
  schemas ??= compileSchemas()
  const presence = createPresence(wire, patience)
  return { run: { schemas, settings, wire, presence, supply }, secrets, providers }
}
