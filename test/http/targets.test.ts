/** Alternative forms of request targets; none bypasses authentication. */
import { operations } from '@monitoring-service/contract'
import { expect, it } from 'vitest'
import { sendRaw } from '../support/raw-http.ts'
import { ids, useServer } from '../support/server.ts'

const server = useServer()

/** An existing id for each kind of object. */
const known: Record<string, string> = { incidents: ids.manual, services: ids.service, monitors: ids.monitor }
const targets = Object.entries(operations).map(([operationId, { method, path }]) => {
  return [operationId, method, path.replace(/(\w+)\/\{id\}/, (_, kind) => `${kind}/${known[kind]}`)] as const
})

const disguises = (path: string) => [
  `http://localhost${path}`,
  `http://evil.example${path}`,
  `HTTP://localhost:80${path}`,
  `https:${path}`,
  `//localhost${path}`,
  `/${path}`,
  `${path}/`,
  `${path}//`,
  `${path}/.`,
  `${path};x=1`,
  `${path}#`,
  `${path}%23`,
  `${path}%3f`,
  `${path}%00`,
  `/.${path}`,
  `/x/..${path}`,
  path.toUpperCase(),
  path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  path.replace('/', '\\'),
  `*${path}`,
  path.slice(1),
]

it.each(targets)(
  '%s is not served without credentials by any other form of its path',
  { tags: ['P12', 'P54'] },
  async (_, method, path) => {
    const before = await server.data()
    for (const target of disguises(path)) {
      for (const more of ['', 'Content-Type: application/json\r\nContent-Length: 2\r\n']) {
        const body = more && '{}'
        const bytes = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n${body}`
        const [answer] = await sendRaw(server.url, bytes)
        expect(answer?.statusLine, target).toMatch(
          /^(?:400 VALIDATION_ERROR|401 (?:UNAUTHENTICATED|INVALID_ADMIN_KEY)|404 NOT_FOUND|415 UNSUPPORTED_MEDIA_TYPE)$/,
        )
        expect(answer?.headers['content-type'], target).toBe('application/json; charset=utf-8')
      }
    }
    expect(await server.data()).toEqual(before)
  },
)
