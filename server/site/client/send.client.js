/** Sends the requests of the reference to the selected server as the selected caller. */
const bar = document.forms[0]
const { caller, credential } = bar.elements
const message = bar.querySelector('output')

/** Log-ins by server and account, renewed well before their access tokens expire. */
const sessions = new Map()
const renewAfter = 10 * 60_000

/**
 * @param scenario its caller and credential are used unless the reader has selected others.
 * @returns the response. @throws Error if the caller cannot log in or the server does not answer.
 */
export async function send(base, target, scenario, { headers, ...init }) {
  return fetch(base + target, { ...init, headers: { ...headers, ...(await credentialOf(base, scenario)) } })
}

async function credentialOf(base, scenario) {
  const isGiven = caller.value === 'scenario'
  const value = isGiven ? scenario.caller : caller.value
  const kind = isGiven ? scenario.credential : 'valid'
  if (value === '' || value === 'anonymous') return {}
  if (value === 'operator')
    return { 'X-Admin-Api-Key': kind === 'valid' ? caller.dataset.adminKey : 'not-the-admin-key' }
  if (value === 'key') return { 'X-Admin-Api-Key': credential.value }
  if (value === 'token') return { Authorization: `Bearer ${credential.value}` }
  if (kind === 'tampered' || kind === 'expired') return { Authorization: `Bearer a-token-that-is-${kind}` }
  const tokens = await logIn(base, value)
  return { Authorization: `Bearer ${kind === 'refresh' ? tokens.refreshToken : tokens.accessToken}` }
}

async function logIn(base, email) {
  const key = `${base} ${email}`
  const session = sessions.get(key)
  if (session && session.until > Date.now()) return session.tokens
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: caller.dataset.password }),
  })
  const { error, ...tokens } = await response.json()
  if (!tokens.accessToken)
    throw new Error(
      `${email} cannot log in at ${base}: it answers ${response.status} ${error?.code ?? response.statusText}`,
    )
  sessions.set(key, { tokens, until: Date.now() + renewAfter })
  return tokens
}

function applySelection() {
  credential.parentElement.hidden = !['token', 'key'].includes(caller.value)
  message.textContent = caller.selectedOptions[0].title
}
bar.addEventListener('change', applySelection)
bar.addEventListener('submit', (event) => event.preventDefault())
applySelection()
