/** Tests run on real sockets and files, each file in a process of its own. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/postgres/setup.ts',
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
