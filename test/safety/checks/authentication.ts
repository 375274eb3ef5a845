/** C. Authentication. */
import { check, type Part } from './check.ts'

export const authentication: Part = {
  34: check(
    'Unknown user, wrong password and user without one get one answer, after the same work.',
    {
      'server/accounts': [
        'tells unknown user, wrong password and OAuth user apart neither by the answer nor by the work',
      ],
      'server/account-deletion': ['login and a token from before are refused'],
      'safety/timing': ['A user without a password costs as much work as one with a password'],
    },
    'An account that was tried too often answers 429, whether it exists or not. The work is counted inside of the process.',
  ),
  35: check(
    'Exactly one bearer token is a credential, and the answer says so.',
    {
      'server/tokens': ['with %s opens nothing, and the answer says what would', 'may say %s', 'that is sent twice'],
    },
    'All headers together may take 16 KiB, so that no token is larger.',
  ),
  36: check('A token of another algorithm or key, or with a key of its own, opens nothing.', {
    'server/tokens': [
      'with %s does not open',
      'with the algorithm %j and no signature does not open',
      'that brings its own key does not open',
    ],
  }),
  37: check('A token without one of its claims, or with a wrong one, opens nothing.', {
    'server/tokens': ['with %s does not open', 'opens for fifteen minutes, and no token for longer, whatever it says'],
  }),
  38: check('A refresh token opens nothing.', {
    'server/accounts': ['gives an access token that opens the operations, and a refresh token that opens none'],
    'safety/authorisation': ['every caller gets from every operation what the contract says'],
  }),
  39: check(
    'What is stored opens nothing.',
    {
      'safety/state/values': ['what is stored opens nothing: no password, token or code can be read from it'],
      'server/attempts': ['is stored hashed only'],
    },
    'Tokens are signed and not stored at all.',
  ),
  40: check('A refresh token is used once.', {}, 'The contract has no operation that takes one.'),
  41: check('After ten failures an account is closed for a while, even to the right password; others are not.', {
    'server/attempts': [
      'even the right password is refused, without a look at it, and the answer says for how long',
      'the account opens again fifteen minutes after the first one, and not before',
      'is forgotten with a right login',
      'another account is as free as before',
    ],
  }),
  42: check('Of guesses at once, on many servers too, no more are compared than one after the other.', {
    'server/attempts': ['counts first: of fifty wrong logins at once ten are evaluated'],
    'store/instances': ['of wrong passwords on all servers together ten are looked at'],
    'store/suite/races': ['each of 50 counted tries gets a number of its own'],
  }),
  43: check('Every way to guess a password has the same counter; a code is dead after five tries.', {
    'server/attempts': ['is shared by login and account deletion', 'is dead after five tries, even the right one'],
  }),
  44: check(
    'A code is used once, by its user, within ten minutes, and is stored hashed.',
    {
      'server/attempts': [
        'is used once, however many use it at once',
        'is good a millisecond before its ten minutes are over',
        'is bound to its user',
        'is stored hashed only',
      ],
      'server/commands': ['A code has six digits, whichever number it is'],
    },
    'There is one purpose, the deletion of the account, so that no code has one.',
  ),
  45: check('A proof of the wrong kind, or two, proves nothing.', {
    'server/account-deletion': ['with %s changes nothing'],
    'server/attempts': ['is no way around a password'],
  }),
  46: check(
    'What a caller says of its own address does not matter.',
    { 'server/attempts': ['the address in another case and from another place is the same account'] },
    'Tries are counted per account, not per network address.',
  ),
  47: check(
    'The key of the operators opens what is theirs, only as a whole, and nothing else opens that.',
    {
      'server/admin-key': [
        'that %s opens nothing',
        'cannot be replaced by a token, even an owner’s',
        'opens nothing else: %s %s',
      ],
      'server/start': ['%s'],
      'safety/secrets': ['that %s is refused: %j'],
      'safety/timing': ['A key is compared as a whole, whatever was given and with whichever it agrees'],
    },
    'How it is compared is seen inside of the process.',
  ),
  48: check('Secrets can be changed: the old one verifies, the new one signs.', {
    'safety/secrets': [
      'tokens of the old and of the new one open, and only the new one signs',
      'the old and the new key of the operators open, and no third one',
    ],
  }),
}
