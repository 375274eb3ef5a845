/** Before a run: verifies the teams of fixture accounts, because a wrong team causes refusals for another reason. */
import { createCaller, type Sender } from '../../client/callers.ts'
import type { Identity } from '../../client/credentials.ts'
import { UsageError } from '../../client/usage-error.ts'
import { colleagues, type Role, unlessInconclusive } from '../provider.ts'

interface TeamMember {
  source: string
  role: Role
  identity: Identity
}

/** Colleagues are in the writer's team, the stranger is not. Accounts without a known team are skipped. */
export async function* checkTeams(
  accounts: readonly TeamMember[],
  sender: Sender,
): AsyncGenerator<{ description: string; error?: Error }> {
  const writer = accounts.find(({ role }) => role === 'writer')
  const writerTeam = writer && (await findTeam(writer.identity, sender))
  if (writerTeam === undefined) return
  for (const { source, role, identity } of accounts) {
    const isColleague = colleagues.includes(role)
    if (!isColleague && role !== 'stranger') continue
    const team = await findTeam(identity, sender)
    if (team === undefined) continue
    const description = `${source} ${isColleague ? 'belongs' : 'does not belong'} to the writer's team`
    if ((team === writerTeam) === isColleague) {
      yield { description }
      continue
    }
    const advice = source.startsWith('fixtures.')
      ? 'list one of the same team'
      : 'the hook must make it in the team of `params.teamId`'
    const message = isColleague
      ? `${source} belongs to another team than the writer (${team}, not ${writerTeam}): ${advice}`
      : `${source} belongs to the writer's team (${writerTeam}): use a stranger of another team`
    yield { description, error: new UsageError(message) }
  }
}

/** The team in the fixture, or else in the response to a log-in. */
async function findTeam({ teamId, email, password }: Identity, sender: Sender): Promise<string | undefined> {
  if (teamId !== undefined) return String(teamId)
  if (email === undefined || password === undefined) return undefined
  const exchange = await unlessInconclusive(createCaller(sender, {}).logIn({ email, password }))
  const team = (exchange?.body as { user?: { teamId?: unknown } } | undefined)?.user?.teamId
  return typeof team === 'string' ? team : undefined
}
