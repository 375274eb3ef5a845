/** The note on a wrong listing: where its pages begin. */
import { expect, test } from 'vitest'
import { faults } from '../../conformance/self-test/faults/index.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { createHarness, outputOf } from './kit-harness.ts'

createHarness()

test.each([
  ['offset-of-twenty', 'as if limit were 20'],
  ['pages-gap', 'as if pages were one record longer'],
])('says of the fault %s that each page begins %s', async (id, where) => {
  const override = faults.find((fault) => fault.id === id)?.override as Override
  const out = await outputOf(override, '--only', 'Admin listing', '--patience', '1')
  expect(out).toContain(`each page after the first begins ${where}, by the order with the largest limit`)
})

test('says nothing of pages that begin where they should', async () => {
  const override = faults.find(({ id }) => id === 'pages-nameless-missing')?.override as Override
  const out = await outputOf(override, '--only', 'ADMIN-06,ADMIN-13', '--patience', '1')
  expect(out).toContain('✗ ADMIN-')
  expect(out).not.toContain('each page')
})
