/** B. Validation. */
import { check, type Part } from './check.ts'

export const validation: Part = {
  21: check('A date is a day of the calendar, in one spelling.', {
    'server/statistics': ['A typo never means all time: ?%s deletes nothing', 'may name %s and takes %i rows'],
  }),
  22: check('A typo deletes nothing.', {
    'server/statistics': [
      'A typo never means all time: ?%s deletes nothing',
      'Nor does what comes behind %i empty pairs, where some readers stop',
    ],
  }),
  23: check('Rows strictly before a date go, wherever on the globe the server is, on every store.', {
    'server/statistics': ['takes the strictly earlier rows and leaves the day itself, in %s too'],
    'safety/state/values': ['a reset before a date takes the strictly earlier rows and leaves the day itself'],
    'store/suite/statistics': ["a monitor's statistics before %s are %i rows, the day itself stays"],
  }),
  24: check('A number is a plain decimal within its bounds.', {
    'server/listing': [
      'Only plain decimals within the bounds are numbers: ?%s is refused',
      'past the end is empty and tells the true total',
    ],
  }),
  25: check('Pages have a bound, an order and a true total, which is a number.', {
    'server/listing': [
      'Only plain decimals within the bounds are numbers: ?%s is refused',
      'is one of three that together hold every account once',
    ],
    'store/suite/listing': ['from %i on, at most %i are listed, and the total stays'],
    'store/scenarios': ['%s answers %s'],
  }),
  26: check('An address is one account, whatever its case, and no look-alike.', {
    'server/accounts': [
      'makes one account for each address, whatever its case',
      'with %j for an address is refused',
      'takes an address of 254 characters and none of 255',
    ],
  }),
  27: check('A password of 72 bytes is read to its end, and a longer one is refused.', {
    'server/accounts': ['with a password of %s is answered with %s', 'of 72 bytes does not open with a tail'],
  }),
  28: check(
    'A password has 8 characters or more; at login, any text is a wrong one.',
    {
      'server/accounts': ['with a password of %s is answered with %s', 'with any text for a password is refused alike'],
    },
    'There is no list of forbidden passwords: the contract has no code for it. SECURITY.md says so.',
  ),
  29: check('A text that is not well-formed, or has NUL in it, is refused before any store sees it.', {
    'server/accounts': ['with a password of %s is answered with %s', 'with %s in the name is refused'],
    'server/incidents': ['with %j in the cause is refused'],
    'safety/state/values': ['no id is too odd to be unknown'],
  }),
  30: check('New ids are ULIDs; an id in another case is another id.', {
    'server/accounts': ['makes a user and its team together, the user as owner, the team on the free plan'],
    'server/paths': ['is answered with %s: %j'],
  }),
  31: check('What may be null is null or a text, never anything else, on every store.', {
    'safety/state/values': ['whatever may be null is answered as null, and as a text where there is one'],
    'server/answers': ['an answer that breaks the contract is not sent'],
  }),
  32: check(
    'Every failure fits the contract, by a validator that the server does not use.',
    {
      fuzz: ['get the same status and code from server and mock, and answers that fit the contract'],
      agreement: ['%s: server and mock answer %s, and both clients hand it over'],
      hostile: ['are refused in the contract’s shape, and honest requests in between are answered'],
      'server/answers': ['like %s (%s %s) may be kept by nobody, and tells nothing of what made it'],
    },
    'That validator looks at thousands of answers of a server in the process of the test, for the sake of its fresh store; the shape of each kind is held by one of its own.',
  ),
  33: check(
    'A document that is not valid serves nothing.',
    {
      'contract-lint': ['The contract has no problem.'],
      documented: ['is a valid OpenAPI document.'],
    },
    'The document is a part of the program: what is made from it is made and checked before it is shipped, and its servers are pinned to /.',
  ),
}
