/** Keeps telling how server and mock are. */
const [server, mock] = ['server', 'mock'].map((id) => document.getElementById(id))

/** Said only when it changes, or a screen reader would read it again and again. */
function tell(place, isWell, words) {
  if (place.textContent !== words) place.textContent = words
  place.className = isWell ? 'well' : 'ill'
}

async function askServer() {
  try {
    const { ready } = await (await fetch('docs/ready.json')).json()
    tell(server, ready, ready ? 'ready' : 'not ready: its store does not answer')
  } catch {
    tell(server, false, 'does not answer')
  }
}

async function askMock() {
  const { url } = mock.dataset
  const isWell = await fetch(`${url}/_mock/scenarios`, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
  tell(mock, isWell, isWell ? `ready at ${url}` : `does not answer at ${url}`)
}

function ask() {
  if (document.hidden) return
  askServer()
  if (mock) askMock()
}

setInterval(ask, 5_000)
document.addEventListener('visibilitychange', ask)
ask()
