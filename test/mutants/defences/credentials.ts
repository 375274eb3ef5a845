/** Defences of credentials, taken out: of tokens, keys, passwords and codes. */
import { defencesIn } from '../mutant.ts'

export const tokens = defencesIn('server/security/tokens.ts', {
  'any type of token opens': [
    '  typ: accessType,\n',
    '\n',
    'server/tokens > An access token > with the type of a refresh token does not open',
  ],
  'any algorithm is tried': [
    "  algorithms: ['HS256'],\n",
    '\n',
    'server/tokens > An access token > with HS512 does not open',
  ],
  'a token of any issuer opens': [
    '  issuer: party,\n',
    '\n',
    'server/tokens > An access token > with another issuer does not open',
  ],
  'a token for anybody opens': [
    '  audience: party,\n',
    '\n',
    'server/tokens > An access token > with another audience does not open',
  ],
  'a token without an id opens': [", 'jti'],", '],', 'server/tokens > An access token > with no id does not open'],
  'a token says itself how long it lives': [
    '  maxTokenAge: limits.accessTokenSeconds,\n',
    '\n',
    'server/tokens > An access token > opens for fifteen minutes, and no token for longer, whatever it says',
  ],
  'the secret from before goes on signing': [
    '.sign(key)',
    '.sign(keys.at(-1) ?? key)',
    'safety/secrets > While a secret is changed > tokens of the old and of the new one open, and only the new one signs',
  ],
})

export const bearer = defencesIn('server/security/bearer.ts', {
  'the first of two tokens counts': [
    'return others.length > 0 ? undefined :',
    'return others.length > 9 ? undefined :',
    'server/tokens > The Authorization header > that is sent twice opens nothing, even with the same token',
  ],
  'whoever may read may write': [
    '  if (!scopes.every((scope) => granted.includes(scope)))',
    '  if (granted.length < 1)',
    'safety/authorisation > On a store of the kind memory > every caller gets from every operation what the contract says, and whoever is refused has changed nothing',
  ],
})

export const adminKey = defencesIn('server/security/admin-key.ts', {
  'keys are compared letter by letter': [
    'timingSafeEqual(digest(given), digest(key))',
    '(given === key && timingSafeEqual(digest(given), digest(key)))',
    'safety/timing > A key is compared as a whole, whatever was given and with whichever it agrees',
  ],
  'the beginning of a key opens': [
    'timingSafeEqual(digest(given), digest(key))',
    'timingSafeEqual(digest(given.slice(0, 40)), digest(key.slice(0, 40)))',
    'server/admin-key > The admin API key > that is a prefix opens nothing',
  ],
})

export const secrets = defencesIn('server/security/secrets.ts', {
  'a secret may be short': [
    'secret.length < 32',
    'secret.length < 8',
    'safety/secrets > A secret > that is shorter than 32 characters is refused',
  ],
  'a secret may be published': [
    'published.includes(secret)',
    'published.length < 2',
    'server/start > A server that cannot start says why in one line, and ends with 1: > the published token secret',
  ],
  'a secret may be one letter': [
    'new Set(secret).size < variety',
    'new Set(secret).size < 1',
    'safety/secrets > A secret > that is weak ends the process with one line, which does not repeat it',
  ],
  'one secret may serve for both': [
    'secrets.tokenSecret === secrets.adminApiKey',
    'secrets.tokenSecret === undefined',
    'safety/secrets > A secret > of tokens that is the operators’ key as well is refused',
  ],
})

export const passwords = defencesIn('server/security/passwords.ts', {
  'an unknown user costs no work': [
    '      const matches = await compare(',
    '      if (hashed == null) return false\n      const matches = await compare(',
    'safety/timing > A user without a password costs as much work as one with a password',
  ],
  'what bcrypt does not read is not looked at': [
    ' && Buffer.byteLength(text) <= bcryptBytes',
    '',
    'server/accounts > A password > of 72 bytes does not open with a tail',
  ],
  'the queue has no end': [
    'if (held >= threads + places) throw',
    'if (held < 0) throw',
    'safety/connections > A hundred who log in at once hold nobody up: some are told to come again, and others are answered meanwhile',
  ],
})

export const attempts = defencesIn('server/security/attempts.ts', {
  'tries are counted and no more': [
    '  if (count <= limits.attempts) return\n',
    '  if (count > 0) return\n',
    'server/attempts > After ten wrong logins > even the right password is refused, without a look at it, and the answer says for how long',
  ],
})

export const identity = defencesIn('server/security/identity.ts', {
  'proofs have no counter': [
    '    await countTry(store, user.email, now())\n',
    '\n',
    'server/attempts > The counter > is shared by login and account deletion',
  ],
  'a code does for a password': [
    'if (user.passwordHash !== null) throw',
    'if (user.passwordHash === undefined) throw',
    'server/attempts > A verification code > is no way around a password',
  ],
  'a code is compared, then counted': [
    '    const tried = await store.changeUser(user.id, (current) => codeTried(current, now()))\n    const codeHash = tried?.verification?.codeHash\n    const right = await passwords.matches(proof.verificationCode, codeHash)\n',
    '    const codeHash = (await store.findMember(user.id))?.user.verification?.codeHash\n    const right = await passwords.matches(proof.verificationCode, codeHash)\n    await store.changeUser(user.id, (current) => codeTried(current, now()))\n',
    'server/attempts > A verification code > counts first: of fifty wrong ones at once five are compared',
  ],
  'a code is good again and again': [
    '    await store.changeUser(user.id, (current) => codeSpent(current, codeHash))\n',
    '\n',
    'server/attempts > A verification code > is used once, however many use it at once',
  ],
})

export const operations = defencesIn('server/operations.ts', {
  'a login is compared, then counted': [
    '      await countTry(store, email, now())\n      const known = await store.findUser(email)\n      const right = await passwords.matches(body.password, known?.passwordHash)\n',
    '      const known = await store.findUser(email)\n      const right = await passwords.matches(body.password, known?.passwordHash)\n      await countTry(store, email, now())\n',
    'server/attempts > The counter > counts first: of fifty wrong logins at once ten are evaluated',
  ],
  'a sign-up with an address that is taken is not counted': [
    'await countTry(store, `signup',
    'void (store, `signup',
    'server/accounts > Signing up > with an address that is taken is counted before anybody looks, and nothing is hashed',
  ],
  'an unknown user is told so': [
    "throw new ApiError('INVALID_CREDENTIALS')",
    "throw new ApiError('INVALID_CREDENTIALS', (await store.findUser(email)) ? {} : { message: 'no such user' })",
    'server/accounts > Logging in > tells unknown user, wrong password and OAuth user apart neither by the answer nor by the work',
  ],
})

export const rules = defencesIn('server/rules.ts', {
  'a prototype may be a role': [
    'Object.hasOwn(scopes, role) ? scopes[role] : []',
    'scopes[role] ?? []',
    'server/rules > A role or a plan that nobody knows may nothing',
  ],
  'an unknown plan is a paid one': [
    "!['pro', 'enterprise'].includes(plan)",
    "plan === 'free'",
    'server/rules > A role or a plan that nobody knows may nothing',
  ],
  'a code has as many tries as it takes': [
    '|| verification.tries >= limits.verificationCodeAttempts',
    '',
    'server/attempts > A verification code > is dead after five tries, even the right one',
  ],
})

export const teams = defencesIn('server/store/lowdb.ts', {
  'whoever knows an id has the record': [
    ' && record.teamId === teamId\n',
    '\n',
    'safety/authorisation > On a store of the kind memory > every caller gets from every operation what the contract says, and whoever is refused has changed nothing',
  ],
})
