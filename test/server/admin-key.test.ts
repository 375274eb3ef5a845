/** The admin API key is accepted by the operator's list only, which accepts no other credential. */
import { demo } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { visible } from '../support/raw-http.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

describe('The admin API key', () => {
  const list = (key: string | string[] | undefined, headers = {}) =>
    server.send('GET', '/admin/deletion-requests', {
      headers: { ...(key !== undefined && { 'X-Admin-Api-Key': key }), ...headers },
    })
  const key = demo.adminApiKey

  it.each([
    ['is absent', undefined],
    ['is empty', ''],
    ['is a prefix', key.slice(0, -1)],
    ['is longer', `${key}x`],
    ['is in another case', key.toUpperCase()],
    ['comes twice in one line', `${key}, ${key}`],
    ['comes in two lines', [key, key]],
    ['has a scheme', `ApiKey ${key}`],
    ['is something long', key.repeat(100)],
  ])('that %s is rejected', { tags: ['P47'] }, async (_, given) => {
    expect((await list(key)).statusLine).toBe('200')
    const response = await list(given)
    expect(response.statusLine).toBe('401 INVALID_ADMIN_KEY')
    expect(response.headers['www-authenticate']).toBe('ApiKey realm="monitoring-service"')
    expect(visible(response)).toEqual(visible(await list(undefined)))
  })
})
