/** The independent implementation and its legal variants follow the document, as a client reads it that knows no kit. */
import { describe, expect, it, vi } from 'vitest'
import { variants } from '../../../conformance/self-test/variants/index.ts'
import { findDeviations } from './document-walkthrough.ts'

// Many implementations take long on a busy machine; the tests wait for conditions.
vi.setConfig({ testTimeout: 120_000 })

it('the independent implementation follows the document', async () => {
  expect(await findDeviations({})).toEqual([])
})

// Every third; `npm run conformance:self-test` runs the kit against all of them.
// Without the one that refuses the first sign-ups, which the walk-through does not repeat.
const sample = variants.filter(({ id }, index) => index % 3 === 0 && id !== 'wakes-slowly')

describe('variants', () => {
  it.concurrent.each(sample)('$id follows the document', async (variant) => {
    expect(await findDeviations({ variant })).toEqual([])
  })
})
