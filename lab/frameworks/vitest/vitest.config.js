/** The same tests in three environments. */
import { defineConfig } from 'vitest/config'

const environments = ['node', 'jsdom', 'happy-dom']

export default defineConfig({
  test: { projects: environments.map((environment) => ({ test: { name: environment, environment } })) },
})
