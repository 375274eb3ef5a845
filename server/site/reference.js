/** Starts the reference, and sends its requests where and as whom the bar says. */
const form = document.forms[0]
const { place, address, caller } = form.elements
const told = form.querySelector('output')

/** What was handed out, by place and account. Renewed well before it expires, also while the page sleeps. */
const sessions = new Map()
const issued = new Set()
const freshFor = 10 * 60_000

const base = () =>
  (place.value.startsWith('{') ? address.value : new URL(place.value, location.origin).href).replace(/\/$/, '')

async function logIn(email) {
  const key = `${base()} ${email}`
  const session = sessions.get(key)
  if (session && session.until > Date.now()) return session.token
  const response = await fetch(`${base()}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: caller.dataset.password }),
  })
  const { accessToken, error } = await response.json()
  if (!accessToken) throw new Error(`it answers ${response.status} ${error?.code ?? ''}`)
  sessions.set(key, { token: accessToken, until: Date.now() + freshFor })
  issued.add(`Bearer ${accessToken}`)
  return accessToken
}

/** Tokens are short-lived, and each server has its own: a request carries one that holds. */
async function freshen(request) {
  if (issued.has(request.headers?.Authorization)) request.headers.Authorization = `Bearer ${await logIn(caller.value)}`
  return request
}

async function choose() {
  const isTyped = place.value.startsWith('{')
  address.parentElement.hidden = !isTyped
  ui.oas3Actions.setSelectedServer(place.value)
  if (isTyped) ui.oas3Actions.setServerVariableValue({ server: place.value, key: 'base_url', val: base() })
  if (!caller) return
  const who = caller.value
  const held = ui.authSelectors.authorized()?.keySeq().toJS() ?? []
  if (held.length > 0) ui.authActions.logout(held)
  try {
    if (who === 'operator') ui.preauthorizeApiKey('adminApiKey', caller.dataset.adminKey)
    else if (who) ui.preauthorizeApiKey('bearerAuth', await logIn(who))
    told.textContent = who ? caller.selectedOptions[0].title : 'Requests carry no credential.'
  } catch ({ message }) {
    caller.value = ''
    told.textContent = `${who} cannot log in at ${base()}: ${message}`
  }
}

const night = matchMedia('(prefers-color-scheme: dark)')
const dress = () => document.documentElement.classList.toggle('dark-mode', night.matches)
night.addEventListener('change', dress)
dress()

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  layout: 'Reference',
  plugins: [window.referencePlugin],
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  tryItOutEnabled: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
  // The default asks a server on the internet.
  validatorUrl: null,
  requestInterceptor: freshen,
  onComplete: () => form.addEventListener('change', choose),
})
