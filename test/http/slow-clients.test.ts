/** Clients that do not complete their request within half a minute. */
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { atOnce, tally, transmit } from '../support/raw-http.ts'
import { begin, halfHead, list, login, open, startDemo } from './clients.ts'

it('two hundred incomplete requests do not delay others, and are rejected in the end', {
  tags: ['P17'],
  timeout: 120_000,
}, async () => {
  const { url } = await startDemo()
  const heads = await atOnce(100, () => open(url, halfHead))
  const bodies = await atOnce(100, () => begin(url))
  for (const socket of bodies) socket.write(login.slice(0, 10))
  const silent = await open(url)
  const refusals = [...heads, ...bodies, silent].map((socket) => text(socket))
  const first = Promise.race(refusals).then(() => 'rejected')
  const answers = Promise.all([list(url), transmit(url, 'POST', '/auth/login', {}, login)])
  expect(await Promise.race([first, answers.then((all) => tally(all))])).toEqual({ 200: 2 })
  for (const refusal of await Promise.all(refusals)) {
    expect(refusal).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"message":"the request took too long to arrive"/)
  }
})
