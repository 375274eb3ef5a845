/** Shows exchanges as the mock reports them, the newest first; filters and copies them. */
const [filter, count, none, list, template, status, clear] = [
  '#filter',
  'output',
  '#none',
  '#exchanges',
  '#exchange',
  '[role=status]',
  '#clear',
].map((place) => document.querySelector(place))

/** The page keeps so many exchanges. */
const maximum = 500

function show() {
  const words = filter.value.toLowerCase().split(/\s+/)
  let shown = 0
  for (const row of list.children) {
    row.hidden = !words.every((word) => row.dataset.text.includes(word))
    if (!row.hidden) shown += 1
  }
  const total = list.children.length
  none.hidden = total > 0
  count.textContent = shown === total ? `${total} requests` : `${shown} of ${total} requests`
}

function add(exchange) {
  const { at, session, method, target, status: code, scenario, fault, reason, duration, snippets } = exchange
  const row = template.content.cloneNode(true).firstElementChild
  const [title, [strong, details], why, text] = [
    row.querySelector('h2'),
    row.querySelector('.answer').children,
    row.querySelector('.reason'),
    row.querySelector('code'),
  ]
  title.textContent = `${method} ${target}`
  strong.textContent = code ?? 'no answer'
  strong.className = `of-${String(code ?? 5).charAt(0)}`
  const parts = [scenario, fault && `fault ${fault}`, `${duration} ms`, session && `session ${session}`]
  details.textContent = [...parts, new Date(at).toLocaleTimeString()].filter(Boolean).join(' · ')
  why.textContent = reason ?? ''
  why.hidden = reason === undefined
  text.textContent = snippets.curl
  for (const button of row.querySelectorAll('[data-copy]')) {
    const snippet = snippets[button.dataset.copy]
    button.hidden = snippet === undefined
    button.addEventListener('click', () => copy(snippet, text))
  }
  row.dataset.text = `${row.textContent} ${exchange.operationId ?? ''}`.toLowerCase()
  list.prepend(row)
  while (list.children.length > maximum) list.lastElementChild.remove()
  show()
}

async function copy(snippet, place) {
  place.textContent = snippet
  try {
    await navigator.clipboard.writeText(snippet)
    status.textContent = 'Copied'
  } catch {
    // Browsers keep the clipboard from pages that came neither by TLS nor from this machine.
    getSelection().selectAllChildren(place)
    status.textContent = 'The text is selected; copy it by keyboard'
  }
}

fetch('/_mock/scenarios').then(async (response) => {
  const [first] = await response.json()
  none.querySelector('code').textContent = first?.curl ?? ''
})

const events = new EventSource('/_mock/events')
events.addEventListener('open', show)
events.addEventListener('error', () => {
  count.textContent = 'the mock is not running; waiting for it …'
})
events.addEventListener('message', ({ data }) => add(JSON.parse(data)))
filter.addEventListener('input', show)
clear.addEventListener('click', () => {
  list.replaceChildren()
  show()
})
