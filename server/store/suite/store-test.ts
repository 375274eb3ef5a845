/** Vitest's `test` with the fixture `store`. */
import type { TestAPI } from 'vitest'
import type { Store } from '../store.ts'

export type StoreTest = TestAPI<{ store: Store }>
