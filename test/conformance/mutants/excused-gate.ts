/** The mutants of the gate that nobody need kill, each with the reason. */
import { type Excuse, equivalent, hidden } from './excuse.ts'

const errors = 'gate/errors.ts'
const finePrint = 'gate/fine-print.ts'
const route = 'gate/route.ts'

export const excusedInGate: Excuse[] = [
  hidden(
    'gate/admit.ts',
    { change: "' → nothing", text: "{ message: 'the " },
    'the contract has no rule for the words of a message',
  ),
  hidden('gate/admit.ts', { change: 'fatal: true → nothing' }, 'the kit writes in UTF-8'),
  equivalent(
    'gate/admit.ts',
    { within: 'unescapeAll', change: '→ ;' },
    'the validator of the server refuses a path without its parameter, in other words',
  ),
  hidden(
    route,
    { text: 'if (!legalPath.test(path) || target.includes(' },
    'fetch sends no fragment and writes most of what no path may hold in a legal way',
  ),
  equivalent(
    route,
    { text: "headers: { Allow: [...methods.keys()].join(', ') }", change: "', ' → ''" },
    'no path of the contract has two methods',
  ),
  ...['0 → 1', 'mark < 0 → mark <= 0'].map((change) =>
    equivalent(
      route,
      { text: 'mark < 0', change },
      'a request target begins with a slash, so that no question mark is at its start',
    ),
  ),
  equivalent(route, { within: 'listed' }, 'no request fits two paths of the contract'),
  equivalent(route, { within: 'compile', change: "'\\\\.' → ''" }, 'no path of the contract has a dot'),
  equivalent(
    finePrint,
    { text: 'if (others.length > 0)' },
    'the validator of the server refuses a list where one value is asked for, in other words',
  ),
  equivalent(
    finePrint,
    { text: 'if (isReserved(text, name)) return' },
    'what holds such a character is neither a date nor a number, and refused as such, in other words',
  ),
  equivalent(
    finePrint,
    { within: 'isReserved' },
    'what holds such a character is neither a date nor a number, and refused as such, in other words',
  ),
  equivalent(
    finePrint,
    { text: 'if (!Object.hasOwn(declared, name)) return', change: '→ false' },
    'the validator of the server refuses a parameter that is not declared, in other words',
  ),
  equivalent(
    finePrint,
    { text: "if (name === '')" },
    'a parameter without a name is not declared, and refused as such, in other words',
  ),
  equivalent(
    finePrint,
    { text: "if (value === '')" },
    'nothing is neither a date nor a number, and refused as such, in other words',
  ),
  equivalent(finePrint, { text: "if (text === '') return", change: '→ false' }, 'no query has no parameters'),
  equivalent(
    finePrint,
    { text: 'Object.hasOwn(body, name)', change: '→ true' },
    'no object inherits a property of that name',
  ),
  equivalent(finePrint, { text: 'value.length * 3 > maxBytes' }, 'the bytes are counted then, which takes longer'),
  equivalent(errors, { change: "'ApiError' → ''" }, 'what an error is called inside is never sent'),
  equivalent(errors, { change: 'cause → nothing' }, 'a cause is logged, never sent'),
  equivalent(errors, { text: 'stackTraceLimit' }, 'where an error comes from is logged, never sent'),
  ...['super((message', 'this.isWorded =', 'const message ='].map((text) =>
    hidden(errors, { text }, 'the contract has no rule for the words of a message'),
  ),
  ...['this.status = known.status', 'const status =', 'headers: { ...error.headers', '...known.headers'].map((text) =>
    equivalent(errors, { text }, 'what an error knows of its code is what the contract says, which is asked again'),
  ),
  hidden(errors, { within: 'asApiError' }, 'nothing that the kit sends makes the server fail'),
  ...["const later = code === 'UNAVAILABLE'", '...later'].map((text) =>
    hidden(errors, { text }, 'the kit does not ask so much of its target that it is unavailable'),
  ),
]
