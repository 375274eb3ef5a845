/** Document 4.2 and 2.1: users who have much in common are not mistaken for each other, and what one does concerns no other. */

import type { Caller, Session } from '../client/callers.ts'
import { randomUlid } from '../client/test-ids.ts'
import { InapplicableError } from '../records/errors.ts'
import type { FreshUser } from '../records/newcomers.ts'
import { firstOf, recipe } from '../records/recipe.ts'
import { acceptedCredentials, account, freshUser, incident, newCredentials, user } from '../records/recipes.ts'
import { statusAndCode, summarizeResponse } from '../verdict/format.ts'
import { attemptOnce, manyTries } from './support/attempts.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { atOnce, logsIn, scenarios, times } from './support/scenario.ts'
import { ownerWithColleague } from './support/teams.ts'

interface Bystander {
  who: string
  email: string
  password: string
  caller: Caller
}

/** Addresses with the same local part, and with the same start; the last one equals another as a pattern of SQL. */
const similarAddresses = (email: string) => [
  email,
  ...['@mail.', '_cd@', 'b@', '_@'].map((end) => email.replace('@', end)),
]

const aloneInTeam = recipe(['sign-up'], async ({ signUp }) => ({ owner: await signUp() }))

export const similarUsers = scenarios('Log-in', {}, ({ it, again }) => {
  it('LOGIN-09 Users whose addresses are alike, with the same name and password, are different users. (4.2a, 2.1a, 2.1e, 5a)', {
    credentials: acceptedCredentials,
  }, async ({ visitor, credentials: { email, password }, expect }) => {
    const people: Session[] = []
    for (const address of similarAddresses(email)) {
      const call = visitor.signUp({ email: address, password, name: 'Ada Lovelace' })
      // An implementation may accept addresses of some domains only, or none with _.
      const session = await expect(call).answered()
      if (session) people.push(session)
    }
    const newest = new Map<string, string>()
    // Several times, so that each process of the target has met several of them; one user is met once more.
    for (const { user } of [...people, ...people, ...people, ...people.slice(0, 1)]) {
      const { accessToken } = await logInWithRetry(visitor, expect, { email: user.email, password })
      newest.set(user.id, accessToken)
    }
    // A token of another user would ask twice.
    for (const token of newest.values()) await expect(visitor.withToken(token).deleteAccount({ password })).accepted()
  })

  it('LOGIN-14 Neither the log-ins nor the wrong passwords of a user lock or log out others: a colleague, users with similar addresses. (sound, 4.2a, 5a)', {
    team: firstOf<{ owner: FreshUser; colleague?: Caller & { email: string; password: string } }>(
      ownerWithColleague,
      aloneInTeam,
    ),
    neighbour: freshUser(),
    apart: user,
    other: newCredentials,
  }, async ({ team: { owner, colleague }, neighbour, apart, other, visitor, expect, withoutRetry }) => {
    const { email } = owner
    const namesake = { email: email.replace('@', '@mail.'), password: neighbour.password }
    const made = await expect.implied(visitor.signUp(namesake)).answered('invalid body')
    const bystanders: Bystander[] = [
      ...(colleague ? [{ ...colleague, who: 'a colleague', caller: colleague }] : []),
      { ...neighbour, who: 'a user of another team', caller: neighbour },
      ...(made
        ? [{ ...namesake, who: 'a user with a similar address', caller: visitor.withToken(made.accessToken) }]
        : []),
    ]
    const statuses = async () => {
      const seen: Record<string, number> = {}
      for (const { who, caller } of bystanders) seen[who] = (await caller.resetMonitor(randomUlid())).response.status
      return seen
    }
    const before = await statuses()
    await logInWithRetry(visitor, expect, owner)
    for (let tried = 0; tried < manyTries; tried++) {
      const { response } = await withoutRetry(() => visitor.logIn({ email, password: other.password }))
      if (response.status === 429) break
    }
    expect(await statuses(), 'the status of a call of each, as before the log-ins,').toBe(before)
    const logIn = ({ email, password }: Pick<Bystander, 'email' | 'password'>) => visitor.logIn({ email, password })
    for (const bystander of bystanders) await expect(attemptOnce(withoutRetry, logIn, bystander, apart)).accepted()
  })

  it('LOGIN-15 A log-in returns the role that a user has now, and a reader can resolve nothing any more. (2.1a, 4.2a, 4.3b)', {
    member: account('member'),
    incident: incident(),
  }, async ({ member, incident, visitor, expect, eventually }) => {
    let session = await logInWithRetry(visitor, expect, member)
    const before = session.user.role
    // Each process of the target has seen what the member may do.
    for (let times = 0; times < 4; times++) await member.resolve(randomUlid())
    const { role } = await member.change({ scope: 'read' })
    if (role === before) throw new InapplicableError('the role of the hook is the one that the member had')
    await eventually(async () => {
      session = await logInWithRetry(visitor, expect, member)
      return session.user.role !== before || undefined
    })
    // A hook may know the role by another name.
    expect(session.user.role, 'user.role').toDifferFrom(before)
    const reader = member.withToken(session.accessToken)
    // One process may have kept the role from before.
    const answers = new Set<string>()
    for (let times = 0; times < 4; times++) answers.add(statusAndCode(await reader.resolve(randomUlid())))
    const name = 'the answers to one request, repeated by a user with a new role after a log-in,'
    expect(answers.size, name, [...answers].join(', then ')).toBe(1)
    // The hook made the role one without write scope; a token of a log-in since then has no other.
    if (session.user.role === role) {
      const name = 'a user with a new role has its scopes after a log-in'
      const { status } = (await reader.resolve(incident.id)).response
      const who = `a user who was ${before} and is ${role}, with the token of a new log-in`
      expect(status >= 300, name, `${status} for a resolve by ${who}`).toHold()
      // The incident is resolved now.
      if (status < 300) return
    }
    // The document leaves open what gives a token its scopes.
    const circumstances = `after the change of the role from ${before} to ${session.user.role}, with the token from before it`
    await expect.profile(member.resolve(incident.id)).refused('missing write scope', circumstances)
    await expect.implied(reader.resolve(incident.id)).refused('missing write scope')
  })

  again(
    'LOGIN-21 Simultaneous log-ins of different users are answered each for itself. (4.2a, 4.2c)',
    { one: user, two: user, three: user },
    ({ one, two, three }) => atOnce(times(2, logsIn(one), logsIn(two), logsIn(three))),
  )

  it('LOGIN-13 Each process of the target knows an address from its sign-up on, and its password. (4.2a, 4.2c, 4.1f)', {
    credentials: acceptedCredentials,
    other: newCredentials,
  }, async ({ visitor, credentials, other, expect }) => {
    // Requests have connections of their own: several reach each of a few processes.
    const several = [1, 2, 3, 4]
    const unknown = new Set<string>()
    for (const _ of several.slice(1)) {
      const call = visitor.logIn(credentials)
      await expect(call).refused('authentication failure')
      unknown.add(summarizeResponse(await call))
    }
    await expect(visitor.signUp(credentials)).accepted()
    for (const _ of several.slice(1)) await expect(visitor.signUp(credentials)).refused('e-mail already registered')
    const first = await visitor.logIn(credentials)
    if (first.response.status >= 400 && !unknown.has(summarizeResponse(first)))
      throw new InapplicableError('the target locks an address after wrong log-ins')
    await logInWithRetry(visitor, expect, credentials)
    // The document leaves open how soon a new account can log in.
    await new Promise((resolve) => setTimeout(resolve, 1200))
    for (const _ of several) await expect(visitor.logIn(credentials)).accepted()
    const wrong = { ...credentials, password: other.password }
    for (const _ of several.slice(2)) await expect(visitor.logIn(wrong)).refused('authentication failure')
  })
})
