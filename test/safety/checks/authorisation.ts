/** D. Authorisation. */
import { check, type Part } from './check.ts'

export const authorisation: Part = {
  49: check('Every caller gets from every operation what the contract says.', {
    'safety/authorisation': ['every caller gets from every operation what the contract says'],
  }),
  50: check('What another team has is answered like what nobody has, and stays as it is.', {
    'server/incidents': ['is answered exactly like what nobody has, and stays as it is: %s %s'],
    'safety/authorisation': ['every caller gets from every operation what the contract says'],
    'store/suite/incidents': ["another team's incident is missing and stays untouched"],
    'store/suite/statistics': ["another team's monitor and service are missing and stay untouched (%s)"],
  }),
  51: check(
    'Whoever may only read changes no incident.',
    {
      'safety/authorisation': ['every caller gets from every operation what the contract says'],
      'server/rules': ['A role or a plan that nobody knows may nothing'],
    },
    'Scopes follow from the role in the store, never from a token, so there are none to be parts of each other. Statistics ask for a plan, not for a scope.',
  ),
  52: check('A plan counts as it is now; only its refusal says where to upgrade.', {
    'server/tokens': ['are those of now: a plan that ends or begins counts at once'],
    'server/answers': ['like %s (%s %s) may be kept by nobody, and tells nothing of what made it'],
  }),
  53: check('A request that is wrong twice is refused for the first of it, in one order.', {
    'server/order': ['%s comes before %s: %s %s', 'What another team has is unknown before it is anything else:'],
  }),
  54: check(
    'Nothing is served that was not held to the contract.',
    {
      'safety/closed': ['A request that is taken for two operations is served as neither'],
      'server/doubt': ['Nothing is served at once that the validator refuses, nor another way'],
      'safety/targets': ['%s is not served without credentials by any other spelling of its path'],
    },
    'That two of its parts disagree is made up inside of the process, and what each says of a request is seen there.',
  ),
  55: check(
    'Every scheme of the contract is checked, by every operation that has it.',
    { 'safety/authorisation': ['every caller gets from every operation what the contract says'] },
    'A scheme without a check would let somebody in who is refused there.',
  ),
}
