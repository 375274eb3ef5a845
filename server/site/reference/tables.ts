/** The tables of the API reference: error codes, credentials, limits, and the headers of responses. */
import { contract } from '@monitoring-service/contract'
import { type Document, dereference, listOperations, type Operation } from '@monitoring-service/contract/document'
import { type Html, html } from '@monitoring-service/contract/html'
import { inlineMarkdown } from './markdown.ts'
import { sharedCodes } from './operation.ts'

/** The reason for each decision, by keyword. */
type Reasons = Record<string, string | undefined>

/** Error codes by status: when the service returns one, its message, and whether the request may be repeated. */
export function renderErrors(document: Document): Html {
  const { 'x-errors': texts = {} } = document
  const entries = Object.entries(contract.errors).sort(([, a], [, b]) => a.status - b.status)
  return html`<section id="errors" aria-labelledby="errors.title">
<h2 id="errors.title">Errors</h2>
${entries.map(
  ([code, { status, message }]) => html`
<article id="${code}" aria-labelledby="${code}.title">
<h3 id="${code}.title"><a href="#${code}"><code>${code}</code></a> <b class="of-${String(status).charAt(0)}">${status}</b></h3>
<dl>
<div><dt>When</dt><dd>${inlineMarkdown(texts[code]?.when ?? '')}</dd></div>
<div><dt>Message</dt><dd>${message ?? 'Names what is wrong with the request.'}</dd></div>
<div><dt>Repeat?</dt><dd>${inlineMarkdown(texts[code]?.repeat ?? '')}</dd></div>
<div><dt>From</dt><dd>${
    sharedCodes.includes(code)
      ? 'every operation'
      : operationsWith(code).map((id, index) => html`${index > 0 && ', '}<a href="#${id}">${id}</a>`)
  }</dd></div>
</dl>
</article>`,
)}
</section>`
}

function operationsWith(code: string): string[] {
  const all = Object.entries(contract.operations)
  return all.filter(([, { responses }]) => Object.values(responses).flat().includes(code)).map(([id]) => id)
}

export function renderTables(document: Document): Html {
  const { components, 'x-limits': limits } = document
  const reasons: Reasons = Object(limits['x-decided'])
  const limitRows = Object.entries(contract.limits).map(([name, value]) => {
    return [
      name,
      withUnit(name, value),
      name in limits ? reasonFor(reasons[name]) : 'The longest text that the schemas allow.',
    ]
  })
  const operations = listOperations(document)
  const headerRows = Object.entries(components.headers).map(([key, node]) => {
    const { description = '', 'x-decided': reason } = node as { description?: string; 'x-decided'?: string }
    const uses = operations.flatMap(({ operation }) =>
      usesOf(document, operation.responses, `#/components/headers/${key}`),
    )
    const statuses = [...new Set(uses.map(({ status }) => status))].sort()
    const isCommon = statuses.some((status) => status < '3')
    return [
      uses[0]?.name ?? key,
      isCommon ? 'every response' : statuses.join(', '),
      inlineMarkdown(description),
      reasonFor(reason),
    ]
  })
  const schemes = Object.values(components.securitySchemes ?? {}) as Record<string, string>[]
  const credentialRows = schemes.map(({ type, name, description = '' }) => [
    type === 'apiKey' ? (name ?? '') : 'Authorization: Bearer',
    inlineMarkdown(description),
  ])
  return html`${table('credentials', 'Credentials', ['Header', 'Meaning'], credentialRows)}
${table('limits', 'Limits', ['Limit', 'Value', 'Reason'], limitRows)}
${table('headers', 'Headers of responses', ['Header', 'With', 'Meaning', 'Reason'], headerRows)}`
}

/** The responses that have a header of components, which is given by its reference; and its name there. */
function usesOf(
  document: Document,
  responses: Operation['responses'],
  $ref: string,
): { status: string; name: string }[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    Object.entries(dereference(document, response).headers ?? {}).flatMap(([name, header]) =>
      '$ref' in header && header.$ref === $ref ? [{ status, name }] : [],
    ),
  )
}

/** The name of a limit ends in its unit. */
function withUnit(name: string, value: number): string {
  const unit = name.replace(/^.*(?=[A-Z])/, '').toLowerCase()
  return `${value.toLocaleString('en')} ${unit === 'length' ? 'characters' : unit}`
}

type Cell = string | number | Html

function table(id: string, title: string, columns: string[], rows: Cell[][]): Html {
  return html`<section id="${id}" aria-labelledby="${id}.title">
<h2 id="${id}.title">${title}</h2>
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([name = '', ...cells]) => html`
<tr><th scope="row"><code>${name}</code></th>${cells.map((cell, index) => html`<td data-label="${columns[index + 1] ?? ''}">${cell}</td>`)}</tr>`,
  )}
</tbody></table>
</section>`
}

function reasonFor(reason: string | undefined): Cell {
  return reason === undefined ? 'The service document states it.' : html`<b>Decided:</b> ${inlineMarkdown(reason)}`
}
