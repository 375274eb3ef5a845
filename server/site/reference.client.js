/** Starts Swagger UI and sends its requests to the selected server as the selected caller. */
const form = document.forms[0]
const { server, address, caller } = form.elements
const message = form.querySelector('output')

/** Access tokens by server and account, renewed well before they expire, also while the page is in the background. */
const sessions = new Map()
const issued = new Set()
const renewAfter = 10 * 60_000

const baseUrl = () =>
  (server.value.startsWith('{') ? address.value : new URL(server.value, location.origin).href).replace(/\/$/, '')

async function logIn(email) {
  const key = `${baseUrl()} ${email}`
  const session = sessions.get(key)
  if (session && session.until > Date.now()) return session.token
  const response = await fetch(`${baseUrl()}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: caller.dataset.password }),
  })
  const { accessToken, error } = await response.json()
  if (!accessToken) throw new Error(`it answers ${response.status} ${error?.code ?? ''}`)
  sessions.set(key, { token: accessToken, until: Date.now() + renewAfter })
  issued.add(`Bearer ${accessToken}`)
  return accessToken
}

/** Replaces a token from the bar by a current one of the selected server; leaves typed credentials alone. */
async function renewToken(request) {
  if (issued.has(request.headers?.Authorization)) request.headers.Authorization = `Bearer ${await logIn(caller.value)}`
  return request
}

async function applySelection() {
  const isTyped = server.value.startsWith('{')
  address.parentElement.hidden = !isTyped
  ui.oas3Actions.setSelectedServer(server.value)
  if (isTyped) ui.oas3Actions.setServerVariableValue({ server: server.value, key: 'base_url', val: baseUrl() })
  if (!caller) return
  const selected = caller.value
  const authorized = ui.authSelectors.authorized()?.keySeq().toJS() ?? []
  if (authorized.length > 0) ui.authActions.logout(authorized)
  try {
    if (selected === 'operator') ui.preauthorizeApiKey('adminApiKey', caller.dataset.adminKey)
    else if (selected) ui.preauthorizeApiKey('bearerAuth', await logIn(selected))
    message.textContent = selected ? caller.selectedOptions[0].title : 'Requests carry no credential.'
  } catch (error) {
    caller.value = ''
    message.textContent = `${selected} cannot log in at ${baseUrl()}: ${error.message}`
  }
}

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', applyColorScheme)
applyColorScheme()

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
  // The default sends the contract to a server on the internet.
  validatorUrl: null,
  requestInterceptor: renewToken,
  onComplete() {
    form.addEventListener('change', applySelection)
    showSection(location.hash.replace(/^#\/?/, ''))
  },
})

/** Scrolls to a section, and keeps its name in the address, where Swagger UI expects the name of an operation. */
function showSection(id) {
  const section = document.getElementById(id)
  if (!section) return
  history.replaceState(null, '', `#${id}`)
  // After the operations are there.
  requestAnimationFrame(() => section.scrollIntoView())
}

for (const link of document.querySelectorAll('nav a[href^="#"]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    showSection(link.hash.slice(1))
  })
}
