/** The check of a contract before the mock serves it: rejected documents with place and reason. */
import { readFileSync } from 'node:fs'
import { contractFile } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'
import { checkContract } from '../../mock/contract-file/check.ts'
import { withDocument } from '../../mock/contract-file/load.ts'

const text = readFileSync(contractFile, 'utf8')
const signup = "$ref: '#/components/schemas/SignupRequest'"
const inQuery = 'in must be equal to one of the allowed values: path, query'
const oneScheme = 'security must name one scheme at most'
const noBearer = 'components.securitySchemes has no bearer'
const write = 'security:\n        - bearerAuth: [write]'
const notFound = "$ref: '#/components/responses/NotFound'"

/** Replaces the first occurrence of a text in the contract; `§` marks the expected place of the error, by default the first key. */
function edit(old: string, marked: string): [text: string, place: string] {
  if (!text.includes(old)) throw new Error(`the contract does not contain ${old}`)
  const whole = text.replace(old, () => marked)
  const before = whole.slice(0, whole.includes('§') ? whole.indexOf('§') : whole.indexOf('openapi:')).split('\n')
  return [whole.replace('§', ''), `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`]
}

const errorOf = (text: string) =>
  withDocument(text, 'openapi.yaml', async (document) => checkContract(document)).then(
    () => 'none',
    (error: Error) => error.message,
  )

describe('The error has place and reason:', () => {
  it.each<[string, string, string, string]>([
    ['a tab', '  title: Monitoring', '§\ttitle: Monitoring', 'tab characters must not be used in indentation'],
    ['a key twice', 'x-limits:', '§openapi: 3.1.0\nx-limits:', 'duplicated mapping key'],
    [
      'a reference to a missing schema',
      signup,
      "§$ref: '#/components/schemas/Signup'",
      'there is nothing at #/components/schemas/Signup',
    ],
    [
      'a reference to another file',
      signup,
      "§$ref: 'other.yaml#/Signup'",
      'a schema must refer to one in #/components/schemas, not to other.yaml#/Signup',
    ],
    [
      'a reference to a component of another kind',
      notFound,
      "§$ref: '#/components/schemas/Incident'",
      '$ref must lead to something in #/components/responses',
    ],
    [
      'an unknown type',
      '      type: object',
      '      §type: objct',
      'type must be equal to one of the allowed values: array',
    ],
    ['a negative bound', 'maxLength: 254', '§maxLength: -1', 'maxLength must be >= 0'],
    ['an invalid pattern', "pattern: '^[0-9]{6}$'", "§pattern: '^[0-9{6}$'", 'pattern is not a regular expression'],
    [
      'a response example that does not match its schema',
      'login:\n                  summary: Tokens of the owner\n                  value:\n                    user:\n                      id: 01J00000000000000PERS0N001',
      '§login:\n                  summary: Tokens of the owner\n                  value:\n                    user:\n                      id: 7',
      'login does not match its schema: id must be string',
    ],
    [
      'a response example with another status',
      'emailTaken:\n                  summary: Log in instead\n                  value: { error: { code: EMAIL_ALREADY_REGISTERED, message: This e-mail address has an account already. Log in instead., status: 409',
      '§emailTaken:\n                  summary: Log in instead\n                  value: { error: { code: EMAIL_ALREADY_REGISTERED, message: This e-mail address has an account already. Log in instead., status: 410',
      'emailTaken has the status 410 in a response of 409',
    ],
    [
      'one response name with two statuses',
      'emailTakenInOtherCase: { summary: Case makes',
      '§shortPassword: { summary: Case makes',
      'signup has shortPassword under more than one status',
    ],
    [
      'a valid request example that its schema rejects',
      'signupWithoutName: { summary: The name is optional, value: { email: ada@new.example',
      '§signupWithoutName: { summary: The name is optional, value: { email: ada.new.example',
      'signupWithoutName does not match its schema: email must match format',
    ],
    [
      'an unknown credential',
      'x-credential: tampered',
      '§x-credential: tamperd',
      'x-credential must be equal to one of',
    ],
    [
      'an unknown key of an extension',
      'x-given: { repeats: 10 }',
      '§x-given: { repeat: 10 }',
      'x-given must NOT have additional properties: repeat',
    ],
    [
      'an example without a value',
      'login:\n                summary: The owner of a team\n                x-caller: anonymous\n                value:',
      '§login:\n                summary: The owner of a team\n                x-caller: anonymous\n                valu:',
      "login must have required property 'value'",
    ],
    [
      'an unknown method',
      '    post:\n      operationId: login',
      '    §posst:\n      operationId: login',
      'posst must be a method',
    ],
    [
      'an operation without an operationId',
      'post:\n      operationId: login',
      '§post:\n      x-operationId: login',
      "post must have required property 'operationId'",
    ],
    [
      'an operationId that is used twice',
      'operationId: login',
      '§operationId: signup',
      'signup is also the operationId of POST /auth/signup',
    ],
    ['a status that is a range', "        '201':", '        §2XX:', '2XX must be a status from 200 to 599'],
    ['a path that the router cannot match', '/auth/login:', '§/auth/(login:', '/auth/(login must be a path'],
    [
      'a path with one parameter twice',
      '/api/v1/incidents/{id}/resolve:',
      '§/api/v1/incidents/{id}/{id}:',
      '/api/v1/incidents/{id}/{id} names a parameter twice',
    ],
    ['an unknown security scheme', write, `§${write.replace('bearerAuth', 'bearer')}`, noBearer],
    ['security with alternatives', write, `§${write}\n        - adminApiKey: []`, oneScheme],
    ['an unknown security scheme for all operations', '\nsecurity: []', '\n§security: [{ bearer: [] }]', noBearer],
    ['a parameter in a header', 'in: path', '§in: header', inQuery],
    [
      'an example name with a space',
      'emailTakenInOtherCase: { summary: Case makes',
      '§email taken: { summary: Case makes',
      'email taken must be a name of letters, digits, points, dashes and underscores',
    ],
    ['no limits', '\nx-limits:', '\nx-limit:', "the document must have required property 'x-limits'"],
  ])('%s', async (_, old, marked, reason) => {
    const [whole, place] = edit(old, marked)
    const message = await errorOf(whole)
    expect(message).toContain(reason)
    expect(message).toMatch(new RegExp(`^openapi.yaml:${place}: [^\n]+$`))
  })

  it.each([
    ['an empty file', ''],
    ['a comment', '# soon\n'],
    ['a word', 'soon'],
    ['a list', '- a\n- b\n'],
    ['null', 'null'],
    ['two documents', `${text}\n---\n${text}`],
    ['a truncated text', text.slice(0, 30_000)],
  ])('%s', async (_, text) => {
    expect(await errorOf(text)).toMatch(/^openapi\.yaml:\d+:\d+: [^\n]+$/)
  })
})

describe('Unfinished and unusual documents are accepted:', () => {
  it.each<[string, string, string]>([
    ['the contract as it is', 'openapi', 'openapi'],
    [
      'a request example without a response',
      'missingPassword: { summary: Names the missing',
      'other: { summary: Names the missing',
    ],
    ['another title', 'title: Monitoring Service', 'title: Something else'],
    ['an unknown extension', 'operationId: login', 'operationId: login\n      x-color: red'],
    ['`$ref` in an extension', 'operationId: login', "operationId: login\n      x-note: { $ref: '#/nowhere' }"],
  ])('%s', async (_, old, replacement) => {
    expect(await errorOf(edit(old, replacement)[0])).toBe('none')
  })

  it.each([
    ['a byte order mark', `\ufeff${text}`],
    ['Windows line ends', text.replaceAll('\n', '\r\n')],
  ])('%s', async (_, text) => {
    expect(await errorOf(text)).toBe('none')
  })
})
