/** Stories of requests that are odd on the wire. */
import type { Wire } from './test-client.ts'

const body = { email: 'ada@new.example', password: 'An-uncommon-password' }
const text = JSON.stringify(body)

export const http = {
  async 'ask for what is not there'({ call }: Wire) {
    await call('GET', '/no-such-path')
    await call('POST', '/auth/signup/', { body })
    await call('PATCH', '/auth/signup', { body })
    await call('GET', '/api/v1/incidents/some')
    await call('GET', '/api/v1/incidents//resolve')
  },

  async 'send odd bodies'({ call }: Wire) {
    await call('POST', '/auth/login', { text: JSON.stringify('x'.repeat(65_535)) })
    await call('POST', '/auth/login', { text: JSON.stringify('x'.repeat(65_534)) })
    await call('POST', '/auth/login', { text: JSON.stringify('x'.repeat(2_000)) })
    for (const type of ['text/plain', 'application/json; charset=utf-8', 'application/json;charset=latin1']) {
      await call('POST', '/auth/login', { text, headers: { 'content-type': type } })
    }
    await call('POST', '/auth/login', { text, headers: { 'content-encoding': 'br' } })
    await call('POST', '/auth/login', { text: 'not JSON' })
  },

  async 'name a request'({ call }: Wire) {
    for (const id of ['mine-1', 'not well-formed', 'x'.repeat(128), 'x'.repeat(129)]) {
      await call('POST', '/auth/login', { body, headers: { 'x-request-id': id } })
    }
  },
}
