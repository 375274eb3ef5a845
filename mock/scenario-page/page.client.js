/** Filters the scenarios, copies their lines and keeps the tokens in them fresh. */
const places = ['#filter', 'output', 'main > p', '[role=status]']
const [filter, count, none, status] = places.map((place) => document.querySelector(place))
const rows = [...document.querySelectorAll('article')].map((article) => ({
  article,
  line: article.querySelector('pre'),
  // Without the line, whose token could hold any letters.
  text: `${article.id} ${[...article.querySelectorAll('p, summary')].map((part) => part.textContent).join(' ')}`.toLowerCase(),
}))

function select() {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const { article, text } of rows) article.hidden = !words.every((word) => text.includes(word))
  for (const section of document.querySelectorAll('section')) {
    section.hidden = !section.querySelector('article:not([hidden])')
  }
  const shown = rows.filter(({ article }) => !article.hidden).length
  none.hidden = shown > 0
  count.textContent = shown === rows.length ? `${shown} scenarios` : `${shown} of ${rows.length} scenarios`
}

/** Takes the filter from the address, so that it can be sent as a link; a link to what it hides ends it. */
function follow() {
  const hash = location.hash.slice(1)
  filter.value = new URLSearchParams(hash).get('q') ?? filter.value
  select()
  const target = document.getElementById(hash)
  if (!target?.closest('[hidden]')) return
  filter.value = ''
  select()
  target.scrollIntoView()
}

async function copy(button, { article, line }) {
  try {
    await navigator.clipboard.writeText(line.textContent)
    button.textContent = 'Copied'
    status.textContent = `Copied the line of ${article.id}`
    setTimeout(() => {
      button.textContent = 'Copy curl'
    }, 2000)
  } catch {
    // Browsers keep the clipboard from pages that came neither by TLS nor from this machine.
    article.querySelector('details').open = true
    getSelection().selectAllChildren(line)
    status.textContent = 'The line is selected; copy it by keyboard'
  }
}

async function renew() {
  const response = await fetch(location.pathname, { headers: { Accept: 'application/json' } }).catch(() => undefined)
  if (!response?.ok) return
  for (const { operationId, name, curl } of await response.json()) {
    const line = document.getElementById(`${operationId}.${name}`)?.querySelector('pre code')
    if (line) line.textContent = curl
  }
}

filter.addEventListener('input', () => {
  const { value } = filter
  history.replaceState(null, '', value ? `#${new URLSearchParams({ q: value })}` : location.pathname)
  select()
})
window.addEventListener('hashchange', follow)
for (const row of rows) {
  const button = row.article.querySelector('button')
  button.addEventListener('click', () => copy(button, row))
}
setInterval(renew, 300_000)
// Timers sleep with a laptop and in the background.
document.addEventListener('visibilitychange', () => document.hidden || renew())
// Browsers bring the filter's text back when they reload, too.
follow()
