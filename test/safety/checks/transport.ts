/** A. Transport and parsing. */
import { check, type Part } from './check.ts'

export const transport: Part = {
  1: check('A thousand content types of their own leave nothing behind.', {
    'server/http': ['A thousand logins with a content type of their own each are refused, and leave nothing behind'],
  }),
  2: check('JSON in UTF-8 is taken, however its type is spelled, and nothing else.', {
    'server/http': [
      'of type %s is read',
      'of type %j is not',
      'of no type is not',
      'of two types is not, whichever comes first',
    ],
  }),
  3: check(
    'A body that is required and missing is a validation error.',
    { 'server/http': ['that is required and missing is a validation error, whatever type it was said to have'] },
    'Without type and body it is 400, too: there is nothing whose type could be wrong.',
  ),
  4: check('Malformed JSON is repeated neither to the caller nor to the log.', {
    'server/http': ['that is malformed is repeated neither to the caller nor to the log: %s'],
    'safety/canaries': ['No secret is in a log, an error or a report, whatever comes of the request'],
  }),
  5: check('What is no object is refused.', { 'server/http': ['like %s is no object of the contract'] }),
  6: check('An optional body may be missing, empty or {}, but not null.', {
    'server/http': ['that is optional may be missing, empty, or {}', 'like %s is no object of the contract'],
  }),
  7: check('A body may take 64 KiB, uncompressed.', {
    'server/http': ['may take 65,536 bytes and no more, sent at once or in chunks', 'in %s is not'],
    'server/protocol': [
      'is refused once, and the connection’s next request is answered: %s',
      'is refused before it is sent',
    ],
  }),
  8: check('Thirty thousand arrays in each other are refused, and the next request is served.', {
    'server/http': ['that is thirty thousand arrays deep is refused, and the next one served'],
  }),
  9: check('A name that comes twice means the same on every store.', {
    'safety/state/values': ['a body that says something twice means what it says last'],
  }),
  10: check('A sign-up sets no field that is not its own, and touches no prototype.', {
    'server/http': ['of a sign-up with %s makes no account and touches no prototype'],
    'server/accounts': ['makes a user and its team together, the user as owner, the team on the free plan'],
  }),
  11: check('An odd id is answered in the shape of the contract, on every store.', {
    'server/paths': ['is answered with %s: %j'],
    'safety/state/values': ['no id is too odd to be unknown'],
  }),
  12: check('No form of a target gets past authentication, of no operation.', {
    'safety/targets': ['%s is not served without credentials by any other spelling of its path'],
  }),
  13: check('A target that is no path of the contract is a 404 in JSON.', {
    'server/protocol': ['as a target has no path: %s'],
    'server/paths': ['A path that is not the contract’s letter by letter is unknown: %s'],
  }),
  14: check('A method that a path does not have is refused with those it has.', {
    'server/http': ['is refused on %s, with those it has: %j'],
    'server/protocol': ['is refused in the contract’s shape, and the connection closed: %s'],
  }),
  15: check('No header makes another method of the one that was sent.', {
    'server/http': ['is refused on %s, with those it has: %j'],
  }),
  16: check(
    'What two readers could read differently is refused, and the connection closed.',
    { 'server/protocol': ['is refused in the contract’s shape, and the connection closed: %s'] },
    'It is always 400; the contract has no 417 and no 431.',
  ),
  17: check(
    'A request that does not come to its end is refused, and two hundred of them hold nobody up.',
    {
      'safety/slow-clients': ['A client that is slow holds nobody up, not even two hundred of them'],
      'server/protocol': ['A connection on which nothing moves, for its peer reads no answers, is given up'],
    },
    'It is 400; the contract has no 408. Held by the order of events, not by a clock.',
  ),
  18: check('More connections than there may be are dropped; a connection ends after a thousand requests.', {
    'safety/connections': [
      'too many is dropped, and there is room again when another one ends',
      'takes a thousand requests, and what comes behind them is not done',
    ],
    'server/ops': ['counts what was refused as no HTTP, and connections that were dropped'],
  }),
  19: check(
    'Pages of other origins are let in only where that was asked for, and then by their exact origin.',
    {
      cors: [
        'By default no page is let in, and OPTIONS is a method like any other',
        'A page of an origin that is not listed can read nothing, not even by a look-alike',
        'a preflight is answered with 204 and the headers that it asks for',
      ],
      'server/answers': ['like %s (%s %s) may be kept by nobody, and tells nothing of what made it'],
    },
    'Three servers, each with other origins, are in the process of the test; one of its own lets none in.',
  ),
  20: check(
    'Every answer may be kept by nobody and is read as what it says it is, and no banner is sent.',
    { 'server/answers': ['like %s (%s %s) may be kept by nobody, and tells nothing of what made it'] },
    'JSON with nosniff runs nothing, so it has no CSP; the pages of the reference have one. HSTS is for the proxy that has the certificate.',
  ),
}
