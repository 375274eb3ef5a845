import { beforeAll, describe, expect, it, vi } from 'vitest'
import { expectedSurvivors } from '../../../conformance/self-test/expected-survivors.ts'
import { type Fault, faultClasses, faults } from '../../../conformance/self-test/faults/index.ts'
import { variants } from '../../../conformance/self-test/variants/index.ts'
import { tour } from './document-walkthrough.ts'
import { play, playable } from './run-scenario.ts'
import { beginningWith, type Story, stories, tell } from './stories.ts'

// All stories on many implementations take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** What the implementation does without an alteration. */
const clean: Record<string, string[]> = {}

beforeAll(async () => {
  for (const [name, story] of Object.entries(stories)) clean[name] = await tell(story)
})

/** The first line that an altered implementation tells in another way. The story that has it moves to the front. */
async function firstDifference(options: Parameters<typeof tell>[1], order: string[]): Promise<string | undefined> {
  for (const name of order) {
    const lines = await tell(stories[name] as Story, options)
    const known = clean[name] ?? []
    const at = lines.findIndex((line, i) => line !== known[i])
    if (at < 0 && lines.length === known.length) continue
    order.unshift(...order.splice(order.indexOf(name), 1))
    return `${name}: ${lines[at]} instead of ${known[at]}`
  }
  return undefined
}

describe('the implementation', () => {
  it.each(playable.map((scenario) => [`${scenario.operationId} ${scenario.name}`, scenario] as const))(
    'answers as the contract does: %s',
    async (_, scenario) => {
      expect(await play(scenario)).toEqual([])
    },
  )

  it('keeps to the document', async () => {
    expect(await tour({})).toEqual([])
  })

  it('tells every story alike each time, and to its end', async () => {
    for (const [name, story] of Object.entries(stories)) expect(await tell(story), name).toEqual(clean[name])
    const all = Object.values(clean).flat()
    expect(all.filter((line) => / 500 |the story ended early/.test(line))).toEqual([])
  })
})

/** A few of each class; `npm run conformance:self-test` goes through all and fails where one makes no difference. */
const sampled = (faults: Fault[]) =>
  faults.filter(
    ({ id }, index) => index % 6 === 0 || id in expectedSurvivors.documented || id in expectedSurvivors.profile,
  )

describe('faults', () => {
  it.each(Object.entries(faultClasses))('of %s can each be seen', async (name, all) => {
    // Neighbours are alike: what showed one is likely to show the next.
    const order = beginningWith(name)
    const hidden: string[] = []
    for (const fault of sampled(all)) if (!(await firstDifference({ fault }, order))) hidden.push(fault.id)
    expect(hidden).toEqual([])
  })

  it('have ids of their own', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  })
})

describe('variants', () => {
  it.concurrent.each(variants.filter((_, index) => index % 3 === 0))('$id keeps to the document', async (variant) => {
    expect(await tour({ variant })).toEqual([])
  })

  it('can each be seen', async () => {
    const order = beginningWith('schema')
    const hidden: string[] = []
    for (const variant of variants.filter(({ id }) => !['slow', 'rate-limit', 'token-used-up'].includes(id))) {
      if (!(await firstDifference({ variant }, order))) hidden.push(variant.id)
    }
    expect(hidden).toEqual([])
  })

  it('slow takes 25 milliseconds for an answer', async () => {
    const start = performance.now()
    await tell(({ send }) => send('GET', '/'), { variant: variants.find(({ id }) => id === 'slow') })
    expect(performance.now() - start).toBeGreaterThan(24)
  })

  it('rate-limit refuses the 250th call for a second', async () => {
    const often: Story = async ({ call, send }) => {
      for (let i = 0; i < 249; i++) await send('GET', '/')
      await call('GET', '/')
      await call('GET', '/')
    }
    const lines = await tell(often, { variant: variants.find(({ id }) => id === 'rate-limit') })
    expect(lines).toEqual([expect.stringMatching(/429.*"retry-after":"1"/), expect.stringMatching(/404/)])
  })

  it('token-used-up refuses a token that was shown two hundred times', async () => {
    const often: Story = async ({ call, send, state }) => {
      const { accessToken: token } = await state('writer')
      const path = '/api/v1/monitors/none/stats'
      for (let i = 0; i < 199; i++) await send('DELETE', path, { token })
      await call('DELETE', path, { token })
      await call('DELETE', path, { token })
    }
    const lines = await tell(often, { variant: variants.find(({ id }) => id === 'token-used-up') })
    expect(lines).toEqual(['state writer 200', expect.stringMatching(/-> 404/), expect.stringMatching(/-> 401/)])
  })

  it('have ids of their own', () => {
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
  })
})
