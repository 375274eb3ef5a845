/** Tells the tests of a mutant where the PostgreSQL of all mutants is. */
import type { TestProject } from 'vitest/node'

export function setup(project: TestProject): void {
  project.provide('postgres', process.env.MUTANTS_POSTGRES ?? '')
}
