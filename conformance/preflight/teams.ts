/** Whether colleagues of the writer are of the writer's team, and the stranger is not: else refusals have another reason. */

import { createCaller, type Identity, type Sender } from '../client/callers.ts'
import { UsageError } from '../config/usage-error.ts'
import { colleagues, isInconclusive, type Role } from '../fixtures/provider.ts'
import type { FixtureAccount } from './accounts.ts'
import type { PreflightResult } from './preflight.ts'

/** @param guests who are compared; of whom no team is known, nothing is told. */
export async function* checkTeams(guests: readonly FixtureAccount[], sender: Sender): AsyncGenerator<PreflightResult> {
  const writer = guests.find(({ role }) => role === 'writer')
  const own = writer && (await teamOf(writer.identity, sender))
  if (own === undefined) return
  for (const guest of guests.filter(({ role }) => role === 'stranger' || isColleague(role))) {
    const { whose, role } = guest
    const team = await teamOf(guest.identity, sender)
    if (team === undefined) continue
    const isColleagues = isColleague(role)
    const what = `${whose} is ${isColleagues ? '' : 'not '}of the writer's team`
    const wrong = isColleagues
      ? `${whose} is of another team than the writer (${team}, not ${own}): ${mendingOf(whose)}`
      : `${whose} is of the writer's team (${own}): make the stranger in another one`
    yield (team === own) === isColleagues ? { what } : { what, wrong: new UsageError(wrong) }
  }
}

function isColleague(role: Role): boolean {
  return colleagues.includes(role)
}

function mendingOf(whose: string): string {
  return whose.startsWith('fixtures.')
    ? 'list one of the same team'
    : 'the hook is to make it in the team that `teamId` in its params names'
}

/** As it was given; or as a log-in answers. */
async function teamOf({ teamId, email, password }: Identity, sender: Sender): Promise<string | undefined> {
  if (teamId !== undefined) return String(teamId)
  if (email === undefined || password === undefined) return undefined
  try {
    const { body } = await createCaller(sender, {}).logIn({ email, password })
    const team = (body as { user?: { teamId?: unknown } } | undefined)?.user?.teamId
    return typeof team === 'string' ? team : undefined
  } catch (error) {
    if (isInconclusive(error)) return undefined
    throw error
  }
}
