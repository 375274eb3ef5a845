/** What is stored, on every kind of store: whoever asks at the same moment, twice, by halves or for odd things. */
import { vi } from 'vitest'
import { onEachStore } from '../../support/spawned-server.ts'
import { races } from './races.ts'
import { retries } from './retries.ts'
import { createStage } from './setup.ts'
import { values } from './values.ts'

// Passwords are hashed, however busy the machine is.
vi.setConfig({ testTimeout: 60_000 })

onEachStore((subject) => {
  const stage = createStage(subject)
  races(stage)
  retries(stage)
  values(stage)
})
