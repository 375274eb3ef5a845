/** Defences against requests, taken out: what is read, how much of it, and what is said about it. */
import { defencesIn } from '../mutant.ts'

export const admit = defencesIn('gate/admit.ts', {
  'a type may have parameters': [
    '[ \\t]*)?$/i.test(type)',
    '[ \\t]*)?/i.test(type)',
    'server/http > A thousand logins with a content type of their own each are refused, and leave nothing behind',
  ],
  'a compressed body is read': [
    "return encoding === 'identity' && ",
    "return encoding !== '' && ",
    'server/http > A body > in unknown is not',
  ],
  'malformed JSON is quoted': [
    '  } catch {\n    // The parser',
    "  } catch (error) {\n    throw new ApiError('VALIDATION_ERROR', { message: String(error) })\n    // The parser",
    'server/http > A body > that is malformed is repeated neither to the caller nor to the log: canary-4711',
  ],
  'what is no UTF-8 is made to be': [
    '{ fatal: true }',
    '{ fatal: false }',
    'server/http > A body > that is not UTF-8 is malformed',
  ],
})

export const body = defencesIn('gate/node/body.ts', {
  'a length is believed to be small': [
    '  if (Number(length ?? 0) > limit) throw',
    '  if (Number(length ?? 0) < 0) throw',
    'server/protocol > A body that is too large > is refused before it is sent',
  ],
  'chunks have no limit': [
    '      if (size <= limit) chunks',
    '      if (size > 0) chunks',
    'server/http > A body > may take 65,536 bytes and no more, sent at once or in chunks',
  ],
})

export const gate = defencesIn('gate/node/gate.ts', {
  'any number of hosts will do': [
    'const hasOneHost = hosts === 1 ||',
    'const hasOneHost = hosts !== 99 ||',
    'server/protocol > What is no HTTP request > is refused in the contract’s shape, and the connection closed: two Hosts',
  ],
  'of two types the first one is believed': [
    'types.length < 2 ?',
    'types.length < 99 ?',
    'server/http > A body > of two types is not, whichever comes first',
  ],
})

export const route = defencesIn('gate/route.ts', {
  'a fragment is a part of the query': [
    " || target.includes('#')",
    '',
    'server/statistics > Nor does a fragment: ?before=2025-01-01#',
  ],
})

export const greeting = defencesIn('gate/greeting.ts', {
  'any text is a request id': [
    'wellFormed.test(requestId)',
    'requestId.length > 0',
    'server/answers > A request id > that is not is replaced: "{\\"a\\":1}"',
  ],
})

export const errors = defencesIn('gate/errors.ts', {
  'what went wrong inside is told': [
    "new ApiError('INTERNAL_ERROR', { cause: thrown })",
    "new ApiError('INTERNAL_ERROR', { cause: thrown, message: String(thrown) })",
    'server/answers > When something goes wrong inside > the caller learns nothing of it, and the operator does',
  ],
})

export const finePrint = defencesIn('gate/fine-print.ts', {
  'a parameter may come twice': [
    'if (others.length > 0) return',
    'if (others.length > 9) return',
    'server/statistics > A typo never means all time: ?before=2025-01-01&%62efore=2025-01-02 deletes nothing',
  ],
  'infinity is a number': [
    'const isPlain = /^(?:0|-?[1-9][0-9]*)$/.test(value)',
    'const isPlain = /^/.test(value)',
    'server/listing > Only plain decimals within the bounds are numbers: ?limit=Infinity is refused',
  ],
  'half a character is a text': [
    'wellFormed && (',
    'wellFormed && false && (',
    'server/accounts > Signing up > with a lone surrogate in the name is refused',
  ],
  'a long password is cut': [
    'new TextEncoder().encode(value).length > maxBytes',
    'value.length > maxBytes',
    'server/accounts > Signing up > with a password of 73 bytes in 19 characters is answered with 400 VALIDATION_ERROR',
  ],
})

export const cors = defencesIn('gate/node/cors.ts', {
  'pages of any origin may read': [
    " || (origins !== '*' && !origins.includes(origin))",
    '',
    'cors > A page of an origin that is not listed can read nothing, not even by a look-alike',
  ],
})
