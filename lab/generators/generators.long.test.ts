/** Clients of the contract by the five generators that make the most of it. */
import { expect, it } from 'vitest'
import { fiveTools } from './tools.ts'
import { tryClient } from './try-client.ts'

it.for(fiveTools)(
  'a client by $name compiles strictly, makes all calls, and knows the code of an error',
  { timeout: 180_000 },
  async (tool) => {
    const complete = { generates: true, typeErrors: 0, successes: 8, refusals: 8, narrows: true, problems: [] }
    expect(await tryClient(tool)).toEqual({ tool: tool.name, ...complete })
  },
)
