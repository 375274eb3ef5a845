/** All stories, and how they are told: each on an implementation of its own. */
import { type Implementation, startImplementation } from '../../../conformance/self-test/implementation/index.ts'
import { accounts } from './accounts.ts'
import { callers } from './callers.ts'
import { deletion } from './deletion.ts'
import { http } from './http.ts'
import { incidents } from './incidents.ts'
import { leftovers } from './leftovers.ts'
import { listing } from './listing.ts'
import { nearMisses } from './near-misses.ts'
import { odd } from './odd.ts'
import { overview } from './overview.ts'
import { races } from './races.ts'
import { statistics } from './statistics.ts'
import { createWire, type Wire } from './test-client.ts'

export type Story = (wire: Wire) => Promise<unknown>

/** Each under the class of faults that it is most likely to show; the longest come last. */
const chapters: Record<string, Record<string, Story>> = {
  schema: overview,
  strictness: http,
  accounts,
  incidents,
  'account deletion': deletion,
  statistics,
  'odd input': odd,
  leftovers,
  'near misses': nearMisses,
  races,
  auth: callers,
  pages: listing,
}

export const stories: Record<string, Story> = Object.assign({}, ...Object.values(chapters))

/** The names of all stories, those of a chapter first. */
export function beginningWith(chapter: string): string[] {
  return [...new Set([...Object.keys(chapters[chapter] ?? {}), ...Object.keys(stories)])]
}

/** What happens in a story, line by line. */
export async function tell(story: Story, options: Parameters<typeof startImplementation>[0] = {}): Promise<string[]> {
  const implementation: Implementation = await startImplementation(options)
  const wire = createWire(implementation)
  try {
    await story(wire)
  } catch (error) {
    wire.note('the story ended early', error)
  }
  const lines = wire.close()
  await implementation.close()
  return lines
}
