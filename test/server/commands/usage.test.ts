/** Usage errors of the operator commands. */
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { it } from '../../support/folder-test.ts'
import { runLine } from './operator.ts'

describe('A usage error is reported in one line, ends with exit code 2 and opens no store:', () => {
  const member = 'add-member --team t --role member'
  const mistakes: [line: string, message: RegExp][] = [
    ['lod data.json', /no command "lod"; there are .*\bload\b.*\brestore\b/],
    ['constructor', /no command "constructor"/],
    ['help', /no command "help"/],
    ['counts --bogus', /unknown option '--bogus'; counts takes --store, --json, --help/],
    ['counts -x', /unknown option '-x'; counts takes/],
    ['counts -h', /unknown option '-h'; counts takes/],
    ['counts x', /counts does not take "x"/],
    ['load', /missing required argument 'FILE'/],
    ['backup -', /backup needs a file, not stdout/],
    ['load a.json b.json', /load does not take "b.json"/],
    ['set-plan --team t', /missing required argument 'PLAN'/],
    ['set-plan gold --team t', /'gold' is invalid for argument 'PLAN'. Allowed choices are free, pro, enterprise/],
    ['set-plan pro', /required option '--team <ID>'/],
    ['list users --team', /option '--team <ID>' argument missing/],
    ['list users --team --json', /--team needs a value; .* --team=-…/],
    ['list users --team=', /'--team <ID>' argument '' is invalid. It must not be empty/],
    ['list users --team a --team b', /--team is there twice/],
    ['list users --team a --team=b', /--team is there twice/],
    ['counts --json --json', /--json is there twice/],
    ['counts --json=yes', /--json takes no value/],
    [`${member} --email acme.example`, /--email must match format "email"/],
    [`${member} --email jürgen@acme.example`, /--email must match format "email"/],
    [`${member} --email ${'a'.repeat(242)}@acme.example`, /--email must NOT have more than 254 characters/],
    ['add-oauth-user --email acme.example', /--email must match format "email"/],
    ['add-oauth-user --email a@acme.example --team t', /--team and --role come together/],
    ['add-oauth-user --email a@acme.example --role owner', /--team and --role come together/],
    ['add-member --team t --email a@acme.example --role boss', /Allowed choices are owner, admin, member, viewer/],
    [`${member} --email a@acme.example --password secret-enough`, /unknown option '--password'.*; add-member takes/],
    ['counts --store memory:', /memory: loses everything/],
  ]
  it.for(mistakes)('%s', async ([line, message], { folder: { at, path } }) => {
    const { code, stdout, stderr } = await runLine(line, { env: { STORE_URL: `file:${at('data.json')}` } })
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(await readdir(path)).toEqual([])
  })

  it.each([
    ['', {}],
    ['', { STORE_URL: '' }],
    ['; STORE_ULR is no setting: STORE_URL is', { STORE_ULR: 'memory:' }],
  ])('no store, neither by --store nor by STORE_URL%s', async (hint, env) => {
    const stderr = `counts needs a store: give --store URL, or set STORE_URL${hint}\n`
    expect(await runLine('counts', { env })).toEqual({ code: 2, stdout: '', stderr })
  })

  const addMember = 'add-member --team t --role member --email a@acme.example --password-stdin'
  const env = { STORE_URL: 'file:/no/such/place' }

  it.each([
    ['too short', 'seven77\n', /the password must NOT have fewer than 8 characters/],
    ['too long', `${'é'.repeat(37)}\n`, /the password must not take more than 72 bytes/],
    ['missing', '\nbehind an empty line', /no password in the first line/],
    ['not UTF-8', Buffer.from([...'password'].map(() => 0xe9)), /UTF-8 only/],
  ])('a piped password that is %s', async (_, stdin, message) => {
    const { code, stderr } = await runLine(addMember, { stdin, env })
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  it('a password from a terminal', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true })
    const { code, stderr } = await runLine(addMember, { stdin, env })
    expect(stderr).toMatch(/^--password-stdin needs a pipe; [^\n]+\n$/)
    expect(code).toBe(2)
  })
})
