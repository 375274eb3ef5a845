/** The search of the reference: operations, scenarios, error codes, fields and headings. */
const input = document.getElementById('search')
const results = document.getElementById('results')

/** @param scenarios entries with `id`, `summary`, `status` and `code`. */
export function startSearch(scenarios) {
  const titled = [...document.querySelectorAll('main [id]:is(section, article, h2)')].map((element) => {
    const title = (element.querySelector('h2, h3') ?? element).textContent.trim()
    return { id: element.id, title, text: element.id + element.querySelector('div, dl, p')?.textContent }
  })
  const named = scenarios.map(({ id, summary, status, code = '' }) => {
    return { id, title: `${id}: ${summary}`, text: `${status} ${code}` }
  })
  const entries = [...titled, ...named].map((entry) => ({ ...entry, key: entry.title.toLowerCase() }))
  for (const entry of entries) entry.text = entry.text.toLowerCase()
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    /** 2 if the title has all words, 1 if title and text do. */
    const rank = ({ key, text }) =>
      words.every((word) => key.includes(word)) ? 2 : words.every((word) => `${key} ${text}`.includes(word)) ? 1 : 0
    const found = words.length > 0 ? entries.filter(rank).sort((a, b) => rank(b) - rank(a)) : []
    results.replaceChildren(...found.slice(0, 12).map(toItem))
    if (words.length > 0 && found.length === 0)
      results.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found' }))
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') results.querySelector('a')?.click()
    if (key === 'Escape') close()
  })
  results.addEventListener('click', ({ target }) => target.closest('a') && setTimeout(close))
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input, textarea, select')) return
    event.preventDefault()
    input.focus()
  })
}

function close() {
  input.value = ''
  results.replaceChildren()
}

function toItem({ id, title }) {
  const item = document.createElement('li')
  item.append(Object.assign(document.createElement('a'), { href: `#${id}`, textContent: title }))
  return item
}
