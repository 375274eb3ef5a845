/** Stored state on each kind of store, after concurrent, repeated, partial and unusual requests. */
import { vi } from 'vitest'
import { onEachStore } from '../../support/spawned-server.ts'
import { races } from './races.ts'
import { retries } from './retries.ts'
import { createHelpers } from './setup.ts'
import { values } from './values.ts'

// Passwords are hashed, on a busy machine too.
vi.setConfig({ testTimeout: 60_000 })

onEachStore((subject) => {
  const helpers = createHelpers(subject)
  races(helpers)
  retries(helpers)
  values(helpers)
})
