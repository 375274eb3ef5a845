/** Starts one PostgreSQL server for a run of the tests. */
import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the superuser. */
    postgres: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster({ flags: ['-c', 'max_connections=300', '-c', 'deadlock_timeout=100ms'] })
  project.provide('postgres', cluster.url)
  return () => cluster.remove()
}
