/** Document 4 and 7: a request in another form is the same request, and any value in it is accepted or refused. */

import type { RequestDetails } from '../client/callers.ts'
import { hostileTexts } from '../client/hostile-texts.ts'
import { InapplicableError } from '../records/errors.ts'
import { acceptedCredentials, incident, service, stranger, user, writer } from '../records/recipes.ts'
import { extended, logsIn, resetsMonitor, resetsService, resolve, sends } from './support/calls.ts'
import { code, given, suite } from './support/scenario.ts'
import { by, each, either, refused } from './support/steps.ts'

const deepList: unknown = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)
const otherThanText = [null, true, 0, 1e308, [], ['text'], {}, { $ne: null }, deepList]

/** Values that are neither dates nor numbers. */
const inQueries = Object.values(hostileTexts)
  .filter((text) => text.isWellFormed())
  .concat('-1', 'NaN', 'null', '0000-00-00', '99999-01-01')

/** Headers in which gateways name a caller. */
const namesOf = (what: string, value: string) =>
  Object.fromEntries([`x-${what}`, `x-${what}-id`, `x-forwarded-${what}`].map((name) => [name, value]))

const leaves = (details: RequestDetails) => sends('scheduleAccountDeletion', undefined, details)

const sameBody = (form: RequestDetails, ...others: RequestDetails[]) =>
  given(
    { applicant: acceptedCredentials, leaving: user, incident: incident(), owner: writer },
    ({ applicant, leaving, incident, owner }) => {
      const write = (body: object) => ({ body, ...form })
      return [
        by(owner, sends('resolveIncident', incident, write({ cause: 'Announced "in another way": /\u00e9 \u660e' }))),
        each([form, ...others], (one, index) => {
          const { email, password } = extended(applicant, `n${index}`)
          const writeLike = (body: object) => ({ body, ...one })
          return [
            sends('signup', undefined, writeLike({ email, password, name: 'Ada Lovelace' })),
            refused(
              'authentication failure',
              sends('login', undefined, writeLike({ email, password: `${password}x` })),
            ),
            logsIn({ email, password }),
          ]
        }),
        refused('wrong password', by(leaving, leaves(write({ password: `${leaving.password}x` })))),
        by(leaving, leaves(write({ password: leaving.password }))),
      ]
    },
  )

export const unusualRequests = suite('Errors', {
  'ERROR-03 Every value in a log-in leads to success or a refusal. (4.2b, 7a, 7c)': either(
    each([...Object.values(hostileTexts), ...otherThanText], (email) => logsIn('unregistered', { email })),
    each(otherThanText, (password) => logsIn('unregistered', { password })),
  ),

  'ERROR-07 A cause with a NUL, a lone surrogate, templates, or many letters of several bytes is accepted or refused. (4.3d, 7a)':
    by(
      'writer',
      either(
        resolve('incident', { cause: 'a\0b' }),
        resolve('other', { cause: 'x'.repeat(5000) }),
        resolve('another', { cause: '\u00e9\u660e \u{1f600}'.repeat(2499) }),
        resolve('spare', { cause: 'a\ud800b' }),
        resolve('detected', { cause: `'";--\\{{7*7}}\${7*7}%s%n` }),
      ),
    ),

  'ERROR-11 Every date leads to success or a refusal. (4.7g, 4.8g, 7a)': given(
    { thing: service(), caller: writer },
    ({ thing }) =>
      each(['0001-01-01', '2262-04-12', '9999-12-31', ...inQueries], (before) =>
        [thing.monitors[0] ?? thing].map((one) => either(resetsService(thing, before), resetsMonitor(one, before))),
      ),
  ),

  'ERROR-15a A body that is sent in chunks is the same body. (0a, 3.1c, 4.1a, 4.2a, 4.2c, 4.5g)': sameBody({
    headers: { 'transfer-encoding': 'chunked' },
  }),

  'ERROR-15b A body that is sent with another spelling of the content type is the same body. (0a, 3.1c, 4.1a, 4.2a, 4.2c, 4.5g)':
    sameBody({ contentType: 'Application/JSON' }, { contentType: 'application/JSON;Charset=UTF-8' }),

  'ERROR-15c A body that is sent with a charset, and with any Accept header, is the same body. (0a, 3.1c, 4.1a, 4.2a, 4.2c, 4.5g)':
    sameBody(
      { contentType: 'application/json; charset=utf-8', headers: { accept: '*/*' } },
      { contentType: 'application/json; charset=UTF-8' },
      { contentType: 'application/json ; charset="utf-8"' },
    ),

  'ERROR-16 Headers change neither the team nor the method of a request, nor the origins that are allowed. (sound, 4.3f, 4.4a)':
    code(
      { someone: user, incident: incident(), caller: writer, foreigner: stranger },
      async ({ visitor, someone: { email, password }, incident: { id }, caller, foreigner, expect }) => {
        if (caller.teamId === undefined) throw new InapplicableError('the team of the writer is not known')
        const ofTeam = { ...namesOf('team', caller.teamId), ...namesOf('tenant', caller.teamId) }
        const asTeam = { ...ofTeam, ...namesOf('user', caller.email ?? ''), ...namesOf('role', 'admin') }
        await expect(foreigner.send('resolveIncident', { id, body: {}, headers: asTeam })).refused('incident not found')
        const asDelete = {
          'x-http-method-override': 'DELETE',
          'x-http-method': 'DELETE',
          'x-method-override': 'DELETE',
        }
        await caller.send('deleteIncident', { id, method: 'GET', headers: asDelete })
        await expect(caller.resolve(id)).accepted('after a GET with X-HTTP-Method-Override: DELETE')
        const origin = 'https://attacker.example'
        const { response } = await visitor.send('login', { body: { email, password }, headers: { origin } })
        const allowed = response.headers['access-control-allow-origin'] === origin
        const isOpen = allowed && response.headers['access-control-allow-credentials'] === 'true'
        expect.hardening(isOpen, 'pages of any origin may send the cookies of its users').toHold(false)
      },
    ),
})
