/** What is stored, on every kind of store: whoever asks at the same moment, twice, by halves or for odd things. */
import { vi } from 'vitest'
import { races } from './state/races.ts'
import { retries } from './state/retries.ts'
import { createStage } from './state/stage.ts'
import { values } from './state/values.ts'
import { onEachStore } from './subject.ts'

// Passwords are hashed, however busy the machine is.
vi.setConfig({ testTimeout: 60_000 })

onEachStore((subject) => {
  const stage = createStage(subject)
  races(stage)
  retries(stage)
  values(stage)
})
