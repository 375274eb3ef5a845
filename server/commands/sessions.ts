/** The commands that close sign-up, and end sessions. */
import { Argument } from '@commander-js/extra-typings'
import { endSessions } from '../auth/sessions.ts'
import { isSignUpOpen, setSignUp } from '../domain/sign-up-switch.ts'
import { addCommand, type CommandContext, lostOutput, type Program, text, UsageError } from './add-command.ts'

export function addSessionCommands(program: Program, { open, now, print }: CommandContext): void {
  addCommand(program, {
    name: 'sign-up',
    summary: 'closes sign-up for all servers on the store, opens it again, or shows whether it is open',
    json: '{"open": false}',
    example: 'close',
  })
    .addArgument(new Argument('<ACTION>', 'what to do').choices(['close', 'open', 'status']))
    .action(async (action) => {
      const store = await open()
      if (action !== 'status') await setSignUp(store, action === 'open', now())
      const isOpen = await isSignUpOpen(store)
      const text = `sign-up is ${isOpen ? 'open' : 'closed: it is answered 503'}`
      print({ open: isOpen }, text, action === 'status' ? lostOutput : undefined)
    })

  addCommand(program, {
    name: 'end-sessions',
    summary: 'refuses the tokens that a user, or every user, has; a log-in afterwards works',
    json: '{"ended": "ada@acme.example"}, or "all"',
    example: '--email ada@acme.example',
  })
    .option('--email <ADDRESS>', 'the e-mail address of the user', text)
    .option('--all', 'every user')
    .action(async ({ email, all = false }) => {
      if ((email === undefined) !== all) throw new UsageError('end-sessions needs either --email or --all')
      const store = await open()
      const user = email === undefined ? undefined : await store.findUser(email)
      if (email !== undefined && !user) throw new Error(`there is no user ${JSON.stringify(email)}`)
      await endSessions(store, user?.id, now())
      print({ ended: email ?? 'all' }, `the sessions of ${email ?? 'every user'} are over`)
    })
}
