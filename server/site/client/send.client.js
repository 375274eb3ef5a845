/** Sends the requests of the reference to the selected server as the selected caller. */
const bar = document.forms[0]
const { server, address, caller, credential } = bar.elements
const message = bar.querySelector('output')

/** Access tokens by server and account, renewed well before they expire. */
const sessions = new Map()
const renewAfter = 10 * 60_000

/**
 * @param sender the caller of the scenario.
 * @returns the response. @throws Error if the caller cannot log in or the server does not answer.
 */
export async function send(base, target, sender, { headers, ...init }) {
  return fetch(base + target, { ...init, headers: { ...headers, ...(await credentialOf(base, sender)) } })
}

async function credentialOf(base, sender) {
  const value = caller.value === 'scenario' ? sender : caller.value
  if (value === '' || value === 'anonymous') return {}
  if (value === 'operator') return { 'X-Admin-Api-Key': caller.dataset.adminKey }
  if (value === 'key') return { 'X-Admin-Api-Key': credential.value }
  return { Authorization: `Bearer ${value === 'token' ? credential.value : await logIn(base, value)}` }
}

async function logIn(base, email) {
  const key = `${base} ${email}`
  const session = sessions.get(key)
  if (session && session.until > Date.now()) return session.token
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: caller.dataset.password }),
  })
  const { accessToken, error } = await response.json()
  if (!accessToken) throw new Error(`${email} cannot log in at ${base}: it answers ${response.status} ${error?.code}`)
  sessions.set(key, { token: accessToken, until: Date.now() + renewAfter })
  return accessToken
}

function applySelection() {
  address.parentElement.hidden = !server.value.startsWith('{')
  credential.parentElement.hidden = !['token', 'key'].includes(caller.value)
  message.textContent = caller.selectedOptions[0].title
}
bar.addEventListener('change', applySelection)
bar.addEventListener('submit', (event) => event.preventDefault())
applySelection()
