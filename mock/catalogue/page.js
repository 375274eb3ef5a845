/** Filters the scenarios, copies their lines and keeps the tokens in them fresh. */
const [filter, count, status] = ['#filter', 'output', '[role=status]'].map((place) => document.querySelector(place))
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
  count.textContent = shown === rows.length ? `${shown} scenarios` : `${shown} of ${rows.length} scenarios`
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

filter.addEventListener('input', select)
for (const row of rows) {
  const button = row.article.querySelector('button')
  button.addEventListener('click', () => copy(button, row))
}
setInterval(renew, 300_000)
// Timers sleep with a laptop and in the background.
document.addEventListener('visibilitychange', () => document.hidden || renew())
// Browsers bring the filter's text back when they reload.
select()
