/** The tests of a mutant share one PostgreSQL with those of all others. */
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

export default defineConfig({ ...base, test: { ...base.test, globalSetup: 'test/mutants/setup.ts' } })
