/** The commands for accounts: the plan of a team, its users, their codes. */
import { randomBytes } from 'node:crypto'
import { limits } from '@monitoring-service/contract'
import { createPasswords } from '../auth/passwords.ts'
import { makeCode } from '../auth/verification-code.ts'
import { newTeam, newUser, newVerification } from '../domain/new-records.ts'
import { command, UsageError } from './command.ts'
import { checkTeam, insert } from './insert.ts'
import { readPassword } from './password-input.ts'
import { checkSignup } from './sign-up.ts'
import { email, id, plan, role, words } from './value-types.ts'

export const setPlan = command({
  summary: 'puts a team on a plan',
  argument: { about: 'the plan', takes: plan },
  flags: { team: { takes: id, required: true, about: 'the team' } },
  example: 'pro --team 01J0000000000000000TEAM001',
  prints: '{"id": "…", "plan": "pro"}',
  async run({ argument, flags }, { open }) {
    const team = await (await open()).changeTeam(flags.team, (team) => ({ ...team, plan: argument }))
    if (!team) throw new Error(`there is no team ${JSON.stringify(flags.team)}`)
    return { json: { id: team.id, plan: team.plan }, text: `team ${team.id} is on the plan ${team.plan}` }
  },
})

export const addMember = command({
  summary: 'adds a user with a password to a team',
  flags: {
    team: { takes: id, required: true, about: 'the team' },
    email: { takes: email, required: true, about: 'the address' },
    role: { takes: role, required: true, about: 'the role in the team' },
    name: { takes: words, about: 'the name' },
    'password-stdin': { about: 'take the password from the first line of stdin; one is made and printed' },
  },
  example: '--team 01J0000000000000000TEAM001 --email ada@acme.example --role viewer',
  prints: '{"id": "…", "password": "…"}; the password only if it was made',
  async run({ flags }, { open, now, stdin }) {
    const given = flags['password-stdin'] ? await readPassword(stdin) : undefined
    const password = given ?? makePassword()
    checkSignup({ ...flags, password })
    const user = newUser({ ...flags, teamId: flags.team, passwordHash: await hash(password) }, now())
    const store = await open()
    await checkTeam(store, user.teamId)
    await insert(store, { users: [user] }, () => `${user.email} has an account already`)
    const made = given === undefined && { password }
    const text = `added ${user.role} ${user.email}, user ${user.id}`
    return { json: { id: user.id, ...made }, text: made ? `${text}\npassword: ${password}` : text }
  },
})

export const addOauthUser = command({
  makesStore: true,
  summary: 'adds a user who has no password, to a team or as the owner of a new one',
  flags: {
    email: { takes: email, required: true, about: 'the address' },
    team: { takes: id, about: 'the team, together with --role; a new one, free' },
    role: { takes: role, about: 'the role in the team' },
    name: { takes: words, about: 'the name' },
  },
  example: '--email ada@acme.example',
  prints: '{"id": "…", "teamId": "…"}',
  async run({ flags }, { open, now }) {
    if (!flags.team !== !flags.role) throw new UsageError('--team and --role come together or not at all')
    // The contract has no sign-up without a password; nobody will ever have this one.
    checkSignup({ ...flags, password: makePassword() })
    const team = newTeam('free', now())
    const teamId = flags.team ?? team.id
    const user = newUser({ ...flags, teamId, role: flags.role ?? 'owner', passwordHash: null }, now())
    const store = await open()
    const taken = `${user.email} has an account already`
    if (flags.team) {
      await checkTeam(store, flags.team)
      await insert(store, { users: [user] }, () => taken)
    } else if (!(await store.addAccount(user, team))) throw new Error(taken)
    return { json: { id: user.id, teamId }, text: `added ${user.role} ${user.email}, user ${user.id}, team ${teamId}` }
  },
})

export const issueCode = command({
  summary: `makes a verification code for a user without password, good for ${limits.verificationCodeSeconds / 60} minutes`,
  flags: { email: { takes: email, required: true, about: 'the address of the user' } },
  example: '--email ada@acme.example',
  prints: '{"code": "123456", "expiresAt": "…"}',
  async run({ flags }, { open, now }) {
    const store = await open()
    const user = await store.findUser(flags.email)
    if (!user) throw new Error(`there is no user ${JSON.stringify(flags.email)}`)
    // Nothing ever gives or takes a user's password, so that this cannot change until the write.
    if (user.passwordHash !== null) throw new Error(`${user.email} has a password, which is asked for instead`)
    const code = makeCode()
    const codeHash = await hash(code)
    const verification = newVerification(codeHash, now())
    const { expiresAt } = verification
    const changed = await store.changeUser(user.id, (current) => ({ ...current, verification }))
    if (!changed) throw new Error(`there is no user ${JSON.stringify(flags.email)} any more`)
    return { json: { code, expiresAt }, text: `${code} (good until ${expiresAt}, once)` }
  },
})

/** 144 bits in 24 letters. */
function makePassword(): string {
  return randomBytes(18).toString('base64url')
}

async function hash(secret: string): Promise<string> {
  const passwords = createPasswords()
  return passwords.hash(secret).finally(passwords.close)
}
