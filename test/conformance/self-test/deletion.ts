/** Stories of accounts that are scheduled for deletion. */
import { type Caller, nextMillisecond, type Wire } from './test-client.ts'

const path = '/dashboard/account/delete'

/** How long the grace period is, and whether the listing shows the dates of the answer. */
async function look({ adminKey, call, note }: Wire, { email }: { email: string }, answer?: { body: object }) {
  const { deletionRequestedAt: requested, deletionScheduledAt: scheduled } = (answer?.body ?? {}) as Record<
    string,
    string
  >
  const { body } = await call('GET', '/admin/deletion-requests?limit=100', { adminKey })
  const record = [body.data ?? []].flat().find((one) => one.email === email)
  note('grace period', Date.parse(scheduled ?? '') - Date.parse(requested ?? ''))
  note('listed as answered', record?.deletionRequestedAt === requested && record?.deletionScheduledAt === scheduled)
}

export const deletion = {
  async 'leave with a password'(wire: Wire) {
    const { call, state } = wire
    const body = { email: 'ada@new.example', password: 'An-uncommon-password', name: 'Ada' }
    await state('writer')
    await call('POST', '/auth/signup', { body })
    const { body: own } = await call('POST', '/auth/signup', { body: { ...body, email: 'grace@new.example' } })
    const login = () => call('POST', '/auth/login', { body: { email: body.email, password: body.password } })
    const { accessToken: token } = (await login()).body
    const leave = (proof: unknown) => call('POST', path, { token, body: proof })
    for (const wrong of ['wrong', '', body.password.toUpperCase()]) await leave({ password: wrong })
    await leave({ verificationCode: '000000' })
    await look(wire, body)
    const answer = await leave({ password: body.password })
    await look(wire, body, answer)
    await leave({ password: body.password })
    await leave({ password: 'wrong' })
    await look(wire, body, answer)
    await login()
    await nextMillisecond()
    await call('POST', path, { token: own.accessToken, body: { password: body.password } })
    await look(wire, body, answer)
  },

  async 'leave with odd proofs'(wire: Wire) {
    const { call, state } = wire
    const { accessToken: token, password } = await state('writer')
    const { password: foreign } = await state('stranger')
    const proofs = [{}, { password, verificationCode: '246810' }, { password: 42 }, { verificationCode: 246810 }]
    for (const body of [...proofs, { verificationCode: '24681' }, { password, force: true }, null, [password]]) {
      await call('POST', path, { token, body })
    }
    await call('POST', path, { token, body: { password: foreign } })
    await call('POST', path, { token })
    const another = await state('writer')
    await call('POST', path, { token: another.accessToken, body: {} })
  },

  async 'leave with a code'(wire: Wire) {
    const { call, state } = wire
    const user = await state('oauthUser')
    const leave = (body: unknown, { accessToken: token }: Caller) => call('POST', path, { token, body })
    await leave({ password: 'correct-horse-battery' }, user)
    await leave({ verificationCode: '000000' }, user)
    const last = (Number(user.verificationCode) + 1) % 10
    await leave({ verificationCode: user.verificationCode.slice(0, 5) + last }, user)
    await look(wire, user)
    const answer = await leave({ verificationCode: user.verificationCode }, user)
    await leave({ verificationCode: user.verificationCode }, user)
    await look(wire, user, answer)
    const other = await state('oauthUser')
    for (let i = 0; i < 5; i++) await leave({ verificationCode: '00000x'.replace('x', String(i)) }, other)
    const third = await state('oauthUser')
    for (let i = 0; i < 4; i++) await leave({ verificationCode: '00000x'.replace('x', String(i)) }, third)
    await leave({ verificationCode: third.verificationCode }, third)
  },

  async 'leave a team'(wire: Wire) {
    const { call, state } = wire
    const owner = await state('ownerWithMember')
    const member = await state('reader', { teamId: owner.teamId })
    const leave = ({ accessToken: token, password }: Caller) => call('POST', path, { token, body: { password } })
    await leave(owner)
    await look(wire, owner)
    await look(wire, member, await leave(member))
    await leave(owner)
    const free = await state('freeCaller')
    await look(wire, free, await leave(free))
  },

  async 'give a wrong password too often'({ call, state }: Wire) {
    const { accessToken: token, password, email } = await state('writer')
    for (let i = 0; i < 11; i++) await call('POST', path, { token, body: { password: 'wrong' } })
    await call('POST', path, { token, body: { password } })
    await call('POST', '/auth/login', { body: { email, password } })
  },
}
