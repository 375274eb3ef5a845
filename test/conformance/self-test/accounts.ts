/** Stories of signing up and logging in. */
import type { Wire } from './test-client.ts'

const password = 'An-uncommon-password'
const ada = { email: 'ada@new.example', password, name: 'Ada Zoë Lovelace' }

export const accounts = {
  async 'sign up and log in'({ call, note }: Wire) {
    const signedUp = await call('POST', '/auth/signup', { body: ada })
    const other = await call('POST', '/auth/signup', { body: { email: 'grace+one@new.example', password } })
    const login = await call('POST', '/auth/login', { body: { email: ada.email, password } })
    await call('POST', '/auth/login', { body: { email: 'ADA@new.EXAMPLE', password } })
    await call('POST', '/auth/signup', { body: { email: 'Joan@New.Example', password } })
    await call('POST', '/auth/login', { body: { email: 'grace+one@new.example', password } })
    note('one team', signedUp.body.user?.teamId === other.body.user?.teamId)
    note('tokens alike', signedUp.body.accessToken === signedUp.body.refreshToken)
    for (const { body } of [signedUp, login]) {
      await call('DELETE', '/api/v1/monitors/none/stats', { token: body.accessToken })
      await call('DELETE', '/api/v1/monitors/none/stats', { token: body.refreshToken })
    }
  },

  async 'log in wrongly'({ call }: Wire) {
    await call('POST', '/auth/signup', { body: ada })
    await call('POST', '/auth/signup', { body: { email: 'grace@new.example', password: 'Quite-another-one' } })
    for (const wrong of ['', 'not-the-password', password.toUpperCase(), `${password}!`, password.slice(0, 8)]) {
      await call('POST', '/auth/login', { body: { email: ada.email, password: wrong } })
    }
    await call('POST', '/auth/login', { body: { email: 'nobody@new.example', password } })
    for (const body of [
      [ada.email, password],
      null,
      {},
      { email: ada.email },
      { password },
      { ...ada, email: 'ada' },
    ]) {
      await call('POST', '/auth/login', { body })
    }
    await call('POST', '/auth/login', { body: { email: ada.email, password: 42 } })
  },

  async 'sign up again'({ call }: Wire) {
    await call('POST', '/auth/signup', { body: ada })
    await call('POST', '/auth/signup', { body: ada })
    await call('POST', '/auth/signup', { body: { ...ada, password: 'quite-another-one' } })
    await call('POST', '/auth/signup', { body: { ...ada, email: 'Ada@New.Example', password: 'quite-another-one' } })
    await call('POST', '/auth/login', { body: { email: ada.email, password: 'quite-another-one' } })
    await call('POST', '/auth/login', { body: { email: ada.email, password } })
  },

  async 'sign up wrongly'({ call }: Wire) {
    const bodies = [
      [],
      null,
      'ada',
      {},
      { email: ada.email },
      { password },
      { email: 'ada.new.example', password },
      { email: `${'a'.repeat(243)}@new.example`, password },
      { email: 42, password },
      { email: 'two@new.example', password: 12345678 },
      { email: 'three@new.example', password: '1234567' },
      { email: 'four@new.example', password: 'x'.repeat(72) },
      { email: 'five@new.example', password: 'é'.repeat(40) },
      { email: 'six@new.example', password: 'x'.repeat(73) },
      { email: 'seven@new.example', password: 'NUL\0NUL\0NUL' },
      { email: 'eight@new.example', password, name: 42 },
      { email: 'nine@new.example', password, name: null },
      { email: 'ten@new.example', password, role: 'admin' },
    ]
    for (const body of bodies) await call('POST', '/auth/signup', { body })
    await call('POST', '/auth/signup', { text: '{"email": "ada@new.example", "passw' })
    await call('POST', '/auth/signup')
  },

  async 'try too often'({ call }: Wire) {
    await call('POST', '/auth/signup', { body: ada })
    for (let i = 0; i < 11; i++) await call('POST', '/auth/login', { body: { email: ada.email, password: 'wrong' } })
    await call('POST', '/auth/login', { body: { email: ada.email, password } })
    for (let i = 0; i < 10; i++) await call('POST', '/auth/signup', { body: ada })
  },
}
