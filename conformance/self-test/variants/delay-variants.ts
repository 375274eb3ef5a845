/** Variants in delays, bounds and normalization of values. */
import { after } from '../faults/fault.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { variant } from './variant.ts'

const noHaste = '4: nothing is said about how soon a change shows.'
const noBounds = '8: "Bounds and defaults of the page and limit query parameters: not shown."'
const onlyString = '2: the field is a string; how much of a text is kept, or shown to whom, is not said.'

export const late = [
  variant('delete-async', 'A deletion takes effect after half a second', noHaste, (base) => ({
    removeIncident: (incident) => void setTimeout(() => base.removeIncident(incident), 500).unref(),
    statuses: { ...base.statuses, deleteIncident: 202 },
  })),
  variant('account-lag', 'A new account can log in after 0.3 seconds', noHaste, (base) => ({
    userByEmail(address, call) {
      const user = base.userByEmail(address, call)
      return call.operation === 'login' && user && Date.now() - user.createdAt.getTime() < 300 ? undefined : user
    },
  })),
  variant(
    'reset-nothing-404',
    'A reset without rows is rejected',
    '4.7: "deletedCount" is a number of rows; that none is a success is not said.',
    (base) => ({
      resetResult(rows, call) {
        const code = call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'SERVICE_NOT_FOUND'
        if (rows.length === 0) throw new ServiceError(code)
        return base.resetResult(rows, call)
      },
    }),
  ),
  variant(
    'listing-to-the-minute',
    'The times of the listing are truncated to minutes',
    '2: the fields are date-times.',
    (base) => ({
      deletionRequest: after(base.deletionRequest, (fields) => ({
        ...fields,
        deletionRequestedAt: `${String(fields.deletionRequestedAt).slice(0, 16)}:00Z`,
        deletionScheduledAt: `${String(fields.deletionScheduledAt).slice(0, 16)}:00Z`,
      })),
    }),
  ),
  variant('listing-masked', 'E-mails in the listing are masked', onlyString, (base) => ({
    deletionRequest: after(base.deletionRequest, (fields) => ({
      ...fields,
      email: String(fields.email).replace(/^(.).*@/, '$1***@'),
    })),
  })),
  variant('addresses-in-capitals', 'E-mails are returned in upper case', onlyString, (base) => ({
    user: after(base.user, (fields) => ({ ...fields, email: String(fields.email).toUpperCase() })),
    deletionRequest: after(base.deletionRequest, (fields) => ({
      ...fields,
      email: String(fields.email).toUpperCase(),
    })),
  })),
  variant(
    'plus-tag-same-mailbox',
    'The plus tag of an e-mail is ignored',
    '4.1: email is a "string, format email"; which addresses are one mailbox is not said.',
    (base) => ({ normalizeEmail: (email) => base.normalizeEmail(email).replace(/\+[^@]*@/, '@') }),
  ),
  variant('names-ascii', 'Names are ASCII, with at most 50 characters', onlyString, (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      const name = user.name
        ?.normalize('NFKD')
        .replace(/[^\x20-\x7e]/g, '')
        .slice(0, 50)
      return { user: { ...user, name }, team }
    },
  })),
  variant('causes-cut', 'A cause has at most 200 characters', onlyString, (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(incident, cause === undefined ? cause : String(cause).slice(0, 200)),
  })),
  variant('limits-two', 'A limit is 20 or 100', noBounds, (base) => ({
    integerError: (name, text) =>
      base.integerError(name, text) ??
      (name === 'limit' && text !== '20' && text !== '100' ? 'query.limit must be 20 or 100' : undefined),
  })),
  variant('limits-from-fifty', 'A page has at least 50 records', noBounds, (base) => ({
    handlers: {
      ...base.handlers,
      listDeletionRequests(call) {
        const query = new URLSearchParams(call.query)
        query.set('limit', String(Math.max(50, Number(query.get('limit') ?? 50))))
        return base.handlers.listDeletionRequests({ ...call, query })
      },
    },
  })),
  variant(
    'upgrade-url-idn',
    'upgradeUrl has an internationalized domain name',
    '7: upgradeUrl is a "string (URL)".',
    () => ({
      upgradeUrl: 'https://überwachung.example/upgrade?plan=pro',
    }),
  ),
]
