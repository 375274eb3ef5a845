/** The commands for accounts: the plan of a team, its users, their passwords and verification codes. */
import { Argument, Option } from '@commander-js/extra-typings'
import { limits } from '@monitoring-service/contract'
import { createPasswords } from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import { makeCode } from '../auth/verification-code.ts'
import { newTeam, newUser, newVerification } from '../domain/new-records.ts'
import { loginKey } from '../store/attempt-keys.ts'
import { DuplicateKeyError } from '../store/integrity.ts'
import { emptyData, plans, roles, type User } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { addCommand, type CommandContext, type Program, text, UsageError } from './add-command.ts'
import { choosePassword, generatePassword } from './password-input.ts'
import { validateSignup } from './validate-signup.ts'

export function addAccountCommands(program: Program, context: CommandContext): void {
  addSetPlan(program, context)
  addAddMember(program, context)
  addSetPassword(program, context)
  addRemoveUser(program, context)
  addAddOauthUser(program, context)
  addIssueCode(program, context)
}

function addSetPlan(program: Program, { open, print }: CommandContext): void {
  const example = 'pro --team 01J0000000000000000TEAM001'
  addCommand(program, {
    name: 'set-plan',
    summary: 'puts a team on a plan',
    json: '{"id": "…", "plan": "pro"}',
    example,
  })
    .addArgument(new Argument('<PLAN>', 'the plan').choices(plans))
    .requiredOption('--team <ID>', 'the team', text)
    .action(async (plan, options) => {
      const store = await open()
      const team = await store.changeTeam(options.team, (team) => ({ ...team, plan }))
      if (!team) throw new Error(`there is no team ${JSON.stringify(options.team)}`)
      print({ id: team.id, plan: team.plan }, `team ${team.id} is on the plan ${team.plan}`)
    })
}

function addAddMember(program: Program, { open, now, stdin, print }: CommandContext): void {
  addCommand(program, {
    name: 'add-member',
    summary: 'adds a user with a password to a team',
    json: '{"id": "…", "password": "…"}; the password only if it was generated',
    example: '--team 01J0000000000000000TEAM001 --email ada@acme.example --role viewer',
  })
    .requiredOption('--team <ID>', 'the team', text)
    .requiredOption('--email <ADDRESS>', 'the e-mail address', text)
    .addOption(new Option('--role <ROLE>', 'the role in the team').choices(roles).makeOptionMandatory())
    .option('--name <TEXT>', 'the name', text)
    .option('--password-stdin', 'read the password from the first line of stdin, instead of generating one')
    .action(async ({ team: teamId, email, role, name, passwordStdin }) => {
      const { password, generated } = await choosePassword(email, name, passwordStdin ? stdin : undefined)
      const user = newUser({ email, name, teamId, role, passwordHash: await hash(password) }, now())
      await addToTeam(await open(), user)
      const line = `added ${user.role} ${user.email}, user ${user.id}`
      if (!generated) return print({ id: user.id }, line)
      const ifLost = 'the command was done: do not repeat it, but set-password for another password; its output'
      print({ id: user.id, password }, `${line}\npassword: ${password}`, ifLost)
    })
}

function addSetPassword(program: Program, { open, now, stdin, print }: CommandContext): void {
  addCommand(program, {
    name: 'set-password',
    summary: 'gives a user another password, and ends the sessions',
    json: '{"id": "…", "password": "…"}; the password only if it was generated',
    example: '--email ada@acme.example',
  })
    .requiredOption('--email <ADDRESS>', 'the e-mail address of the user', text)
    .option('--password-stdin', 'read the password from the first line of stdin, instead of generating one')
    .action(async ({ email, passwordStdin }) => {
      const { password, generated } = await choosePassword(email, undefined, passwordStdin ? stdin : undefined)
      const store = await open()
      const { id, email: storedEmail, passwordHash: previous } = await findUser(store, email)
      if (previous === null) throw new Error(`${email} has no password, but logs in by OAuth`)
      const passwordHash = await hash(password)
      await changeUser(store, email, id, { passwordHash })
      await endSessions(store, id, now())
      // A user who needs another password has often tried wrong ones.
      await store.forgetAttempts(loginKey(storedEmail))
      const line = `${email} has another password, and no session`
      if (!generated) return print({ id }, line)
      print({ id, password }, `${line}\npassword: ${password}`, repeatIt)
    })
}

function addRemoveUser(program: Program, { open, now, print }: CommandContext): void {
  addCommand(program, {
    name: 'remove-user',
    summary: 'lets the next purge delete a user, within a minute; also the team, if there is no other member',
    json: '{"id": "…", "deletionScheduledAt": "…"}',
    example: '--email ada@acme.example',
  })
    .requiredOption('--email <ADDRESS>', 'the e-mail address of the user', text)
    .action(async ({ email }) => {
      const store = await open()
      const { id } = await findUser(store, email)
      const time = now().toISOString()
      await changeUser(store, email, id, { deletionRequestedAt: time, deletionScheduledAt: time })
      print({ id, deletionScheduledAt: time }, `the next purge deletes ${email}`)
    })
}

function addAddOauthUser(program: Program, { open, now, print }: CommandContext): void {
  addCommand(program, {
    name: 'add-oauth-user',
    summary: 'adds a user without a password, to a team or as the owner of a new one',
    json: '{"id": "…", "teamId": "…"}',
    example: '--email ada@acme.example',
  })
    .requiredOption('--email <ADDRESS>', 'the e-mail address', text)
    .option('--team <ID>', 'the team, together with --role; a new one on the free plan', text)
    .addOption(new Option('--role <ROLE>', 'the role in the team').choices(roles))
    .option('--name <TEXT>', 'the name', text)
    .action(async ({ email, name, team: givenTeam, role }) => {
      if (!givenTeam !== !role) throw new UsageError('--team and --role come together or not at all')
      // Sign-up requires a password; this one is not stored.
      validateSignup({ email, name, password: generatePassword() })
      const team = newTeam('free', now())
      const teamId = givenTeam ?? team.id
      const user = newUser({ email, name, teamId, role: role ?? 'owner', passwordHash: null }, now())
      const store = await open({ create: true })
      if (givenTeam) await addToTeam(store, user)
      else if (!(await store.addAccount(user, team))) throw taken(user)
      print({ id: user.id, teamId }, `added ${user.role} ${user.email}, user ${user.id}, team ${teamId}`)
    })
}

function addIssueCode(program: Program, { open, now, print }: CommandContext): void {
  addCommand(program, {
    name: 'issue-code',
    summary: `creates a verification code for a user without a password; it expires after ${limits.verificationCodeSeconds / 60} minutes`,
    json: '{"code": "123456", "expiresAt": "…"}',
    example: '--email ada@acme.example',
  })
    .requiredOption('--email <ADDRESS>', 'the e-mail address of the user', text)
    .action(async ({ email }) => {
      const store = await open()
      const user = await findUser(store, email)
      // Nothing adds or removes a password, so this still holds at the write.
      if (user.passwordHash !== null) throw new Error(`${user.email} has a password, which is used instead of a code`)
      const code = makeCode()
      const verification = newVerification(await hash(code), now())
      const { expiresAt } = verification
      await changeUser(store, email, user.id, { verification })
      print({ code, expiresAt }, `${code} (expires ${expiresAt}, can be used once)`, repeatIt)
    })
}

const repeatIt = 'the command was done, and may be repeated; but its output'

/** @throws Error in one line if there is no such team, or the address has an account. */
async function addToTeam(store: Store, user: User): Promise<void> {
  const team = await store.changeTeam(user.teamId, (team) => team)
  if (!team) throw new Error(`there is no team ${JSON.stringify(user.teamId)}`)
  await store.load({ ...emptyData(), users: [user] }).catch((error) => {
    throw error instanceof DuplicateKeyError ? taken(user) : error
  })
}

const taken = ({ email }: User) => new Error(`${email} has an account already`)

async function findUser(store: Store, email: string): Promise<User> {
  const user = await store.findUser(email)
  if (!user) throw new Error(`there is no user ${JSON.stringify(email)}`)
  return user
}

/** @throws Error in one line if the user was deleted since it was found. */
async function changeUser(store: Store, email: string, id: string, fields: Partial<User>): Promise<void> {
  const changed = await store.changeUser(id, (user) => ({ ...user, ...fields }))
  if (!changed) throw new Error(`there is no user ${JSON.stringify(email)} any more`)
}

async function hash(secret: string): Promise<string> {
  const passwords = createPasswords()
  return passwords.hash(secret).finally(passwords.close)
}
