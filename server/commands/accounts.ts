/** The commands for accounts: the plan of a team, its users, their verification codes. */
import { randomBytes } from 'node:crypto'
import { Argument, Option } from '@commander-js/extra-typings'
import { limits } from '@monitoring-service/contract'
import { isCommon } from '../auth/common-passwords.ts'
import { createPasswords } from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import { makeCode } from '../auth/verification-code.ts'
import { loginKey } from '../domain/attempt-keys.ts'
import { newTeam, newUser, newVerification } from '../domain/new-records.ts'
import { plans, roles, type User } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { addCommand, type CommandContext, type Program, UsageError } from './add-command.ts'
import { assertTeam, insert } from './insert.ts'
import { readPassword } from './password-input.ts'
import { validateSignup } from './validate-signup.ts'
import { text } from './values.ts'

export function addAccountCommands(program: Program, { open, now, stdin, print }: CommandContext): void {
  addCommand(
    program,
    'set-plan',
    'puts a team on a plan',
    '{"id": "…", "plan": "pro"}',
    'pro --team 01J0000000000000000TEAM001',
  )
    .addArgument(new Argument('<PLAN>', 'the plan').choices(plans))
    .requiredOption('--team <ID>', 'the team', text)
    .action(async (plan, options) => {
      const store = await open()
      const team = await store.changeTeam(options.team, (team) => ({ ...team, plan }))
      if (!team) throw new Error(`there is no team ${JSON.stringify(options.team)}`)
      print({ id: team.id, plan: team.plan }, `team ${team.id} is on the plan ${team.plan}`)
    })

  addCommand(
    program,
    'add-member',
    'adds a user with a password to a team',
    '{"id": "…", "password": "…"}; the password only if it was generated',
    '--team 01J0000000000000000TEAM001 --email ada@acme.example --role viewer',
  )
    .requiredOption('--team <ID>', 'the team', text)
    .requiredOption('--email <ADDRESS>', 'the e-mail address', text)
    .addOption(new Option('--role <ROLE>', 'the role in the team').choices(roles).makeOptionMandatory())
    .option('--name <TEXT>', 'the name', text)
    .option('--password-stdin', 'read the password from the first line of stdin, instead of generating one')
    .action(async ({ team: teamId, email, role, name, passwordStdin }) => {
      const { password, generated } = await choosePassword(email, name, passwordStdin)
      const user = newUser({ email, name, teamId, role, passwordHash: await hash(password) }, now())
      const store = await open()
      await assertTeam(store, teamId)
      await insert(store, { users: [user] }, () => `${user.email} has an account already`)
      const line = `added ${user.role} ${user.email}, user ${user.id}`
      if (!generated) return print({ id: user.id }, line)
      const ifLost = 'the command was done: do not repeat it, but set-password for another password; its output'
      print({ id: user.id, password }, `${line}\npassword: ${password}`, ifLost)
    })

  addCommand(
    program,
    'set-password',
    'gives a user another password, and ends the sessions',
    '{"id": "…", "password": "…"}; the password only if it was generated',
    '--email ada@acme.example',
  )
    .requiredOption('--email <ADDRESS>', 'the e-mail address of the user', text)
    .option('--password-stdin', 'read the password from the first line of stdin, instead of generating one')
    .action(async ({ email, passwordStdin }) => {
      const { password, generated } = await choosePassword(email, undefined, passwordStdin)
      const store = await open()
      const { id, email: storedEmail, passwordHash: previous } = await findUser(store, email)
      if (previous === null) throw new Error(`${email} has no password, but logs in by OAuth`)
      const passwordHash = await hash(password)
      await changeUser(store, email, id, { passwordHash })
      await endSessions(store, id, now())
      // Who asks for another password has often tried wrong ones.
      await store.forgetAttempts(loginKey(storedEmail))
      const line = `${email} has another password, and no session`
      if (!generated) return print({ id }, line)
      print({ id, password }, `${line}\npassword: ${password}`, repeatIt)
    })

  addCommand(
    program,
    'remove-user',
    'lets the next purge delete a user, within a minute; also the team, if there is no other member',
    '{"id": "…", "deletionScheduledAt": "…"}',
    '--email ada@acme.example',
  )
    .requiredOption('--email <ADDRESS>', 'the e-mail address of the user', text)
    .action(async ({ email }) => {
      const store = await open()
      const { id } = await findUser(store, email)
      const time = now().toISOString()
      await changeUser(store, email, id, { deletionRequestedAt: time, deletionScheduledAt: time })
      print({ id, deletionScheduledAt: time }, `the next purge deletes ${email}`)
    })

  addCommand(
    program,
    'add-oauth-user',
    'adds a user without a password, to a team or as the owner of a new one',
    '{"id": "…", "teamId": "…"}',
    '--email ada@acme.example',
  )
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
      const taken = `${user.email} has an account already`
      if (givenTeam) {
        await assertTeam(store, givenTeam)
        await insert(store, { users: [user] }, () => taken)
      } else if (!(await store.addAccount(user, team))) throw new Error(taken)
      print({ id: user.id, teamId }, `added ${user.role} ${user.email}, user ${user.id}, team ${teamId}`)
    })

  addCommand(
    program,
    'issue-code',
    `creates a verification code for a user without a password; it expires after ${limits.verificationCodeSeconds / 60} minutes`,
    '{"code": "123456", "expiresAt": "…"}',
    '--email ada@acme.example',
  )
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

  /** Takes the password of stdin, or generates one. */
  async function choosePassword(email: string, name: string | undefined, isGiven = false) {
    const password = isGiven ? await readPassword(stdin) : generatePassword()
    validateSignup({ email, name, password })
    if (password.toLowerCase() === email.toLowerCase() || (await isCommon(password))) {
      throw new UsageError('the password is the e-mail address or a common one: choose another one')
    }
    return { password, generated: !isGiven }
  }
}

const repeatIt = 'the command was done, and may be repeated; but its output'

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

/** 144 bits in 24 characters. */
function generatePassword(): string {
  return randomBytes(18).toString('base64url')
}

async function hash(secret: string): Promise<string> {
  const passwords = createPasswords()
  return passwords.hash(secret).finally(passwords.close)
}
