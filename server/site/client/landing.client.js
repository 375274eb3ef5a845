/** Polls server and mock and shows their status; fills in the address of this page, and copies code. */
import { copyOnClick } from './copy.client.js'

const [server, mock] = ['server', 'mock'].map((id) => document.getElementById(id))

/** Writes only changes, because a screen reader announces every write. */
function show(output, isReady, text) {
  if (output.textContent !== text) output.textContent = text
  output.className = isReady ? 'ready' : 'failing'
}

async function pollServer() {
  try {
    const { ready } = await (await fetch('docs/ready.json')).json()
    show(server, ready, ready ? 'ready' : 'not ready: its store does not answer')
  } catch {
    show(server, false, 'does not answer')
  }
}

async function pollMock() {
  const { url } = mock.dataset
  const isReady = await fetch(`${url}/_mock/scenarios`, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
  show(mock, isReady, isReady ? 'ready' : 'does not answer')
}

function poll() {
  if (document.hidden) return
  pollServer()
  if (mock) pollMock()
}

setInterval(poll, 5_000)
document.addEventListener('visibilitychange', poll)
poll()

const base = new URL('.', location.href).href.replace(/\/$/, '')
for (const origin of document.querySelectorAll('.origin')) origin.textContent = base

for (const button of document.querySelectorAll('figure button')) {
  copyOnClick(button, () => button.closest('figure').querySelector('code'))
}
