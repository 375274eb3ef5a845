/** The flags and variables that allow origins. */
import { describe, expect, it } from 'vitest'
import { serveWith } from '../support/configured-server.ts'
import { type Environment, secrets } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

const [app, foreign] = ['https://app.example', 'https://elsewhere.example']

async function isAllowed(url: string, origin: string): Promise<boolean> {
  const { headers } = await transmit(url, 'OPTIONS', '/auth/login', { origin, 'access-control-request-method': 'POST' })
  return 'access-control-allow-origin' in headers
}

describe('the command line allows', () => {
  it.each<[string, string[], Environment, string[], string[]]>([
    ['no origin by default', [], secrets, [], [app, foreign]],
    ['any origin with --demo', ['--demo'], {}, [app, foreign], []],
    ['only the listed origins, even with --demo', ['--demo', '--cors-origin', app], {}, [app], [foreign]],
    [
      'several origins, by flags and commas',
      ['--cors-origin', 'http://a.example:1, http://b.example', '--cors-origin', app],
      secrets,
      [app, 'http://b.example', 'http://a.example:1'],
      [foreign],
    ],
    [
      'the origins of CORS_ORIGIN',
      [],
      { ...secrets, CORS_ORIGIN: `${app},http://localhost:5173` },
      [app, 'http://localhost:5173'],
      [foreign],
    ],
    ['any origin by *', [], { ...secrets, CORS_ORIGIN: '*' }, [app, foreign], []],
    [
      'the origins of the flag rather than those of CORS_ORIGIN',
      ['--cors-origin', app],
      { ...secrets, CORS_ORIGIN: '*' },
      [app],
      [foreign],
    ],
  ])('%s', async (_, args, env, allowed, refused) => {
    const { url } = await serveWith(args, { LOG_LEVEL: 'silent', ...env })
    for (const origin of allowed) expect([origin, await isAllowed(url, origin)]).toEqual([origin, true])
    for (const origin of refused) expect([origin, await isAllowed(url, origin)]).toEqual([origin, false])
  })

  it('no text that is no origin, which is an error in one line', async () => {
    await expect(serveWith(['--cors-origin', 'app.example'], secrets)).rejects.toThrow(
      /^[^\n]*an origin must be like https:\/\/app\.example, or \* for any, not "[^\n]*"[^\n]*$/,
    )
  })
})
