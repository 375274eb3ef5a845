/** The service document, by sections, so that each requirement links to its place. */
import { readFileSync } from 'node:fs'
import { type Html, html } from '@monitoring-service/contract/html'

interface Section {
  /** As in `4.1`; `0` for what precedes the first. */
  number: string
  title: string
  text: string
}

/** In the order of the document. */
export function listSections(): Section[] {
  const document = readFileSync(new URL('../../service-document.txt', import.meta.url), 'utf8')
  return document.split(/^(?=##+ )/m).map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const [, number = '0', title = heading] = /^##+ (\d[\d.]*?)\.? (.*)$/.exec(heading) ?? []
    return { number, title: title.replace(/^#+ /, ''), text: lines.join('\n').trim() }
  })
}

/** The anchor of a section. */
export function anchorOf(section: string): string {
  return `d${section}`
}

/** All of the document. */
export function renderDocument(): Html {
  const sections = listSections().map(
    ({ number, title, text }) =>
      html`<h3 id="${anchorOf(number)}">${number === '0' ? '' : `${number} `}${title}</h3>${text !== '' && html`<pre>${text}</pre>`}`,
  )
  return html`<section><details class="document"><summary>The document</summary>${sections}</details></section>`
}
