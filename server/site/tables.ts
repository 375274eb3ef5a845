/** What holds for all operations, as tables: error codes, limits, headers of every response. */
import { contract } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { type Html, html } from '@monitoring-service/contract/html'
import { commonHeaders } from './describe-contract.ts'

/** Why something was decided, keyword by keyword. */
type Reasons = Record<string, string | undefined>

export function tables(): Html {
  const { components, 'x-limits': limits } = readContract()
  const reasons = (limits as unknown as { 'x-decided'?: Reasons })['x-decided'] ?? {}
  const headers = components.headers as Record<string, { description?: string; 'x-decided'?: string }>
  return html`${section(
    'codes',
    'Error codes',
    ['Code', 'Status', 'Message', 'Answered by'],
    Object.entries(contract.errors).map(([code, { status, message = 'says what is wrong' }]) => [
      html`<code>${code}</code>`,
      html`${status}`,
      html`${message}`,
      html`${answeredBy(code)}`,
    ]),
  )}
${section(
  'limits',
  'Limits',
  ['Limit', 'Value', 'Why'],
  Object.entries(contract.limits).map(([name, value]) => [
    html`<code>${name}</code>`,
    html`${value}`,
    decided(reasons[name]),
  ]),
)}
${section(
  'headers',
  'Headers of every response',
  ['Header', 'Meaning', 'Why'],
  commonHeaders.map((name) => [
    html`<code>${name}</code>`,
    html`${headers[name]?.description ?? ''}`,
    decided(headers[name]?.['x-decided']),
  ]),
)}`
}

function section(id: string, title: string, columns: string[], rows: Html[][]): Html {
  return html`<section id="${id}" aria-labelledby="${id}.title">
<h2 id="${id}.title">${title}</h2>
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) => html`
<tr><th scope="row">${first ?? html``}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}
</tbody></table>
</section>`
}

function decided(why: string | undefined): Html {
  return why === undefined ? html`The service document states it.` : html`<b>Decided:</b> ${why}`
}

/** The operations that refuse with a code; most codes belong to one, a few to all. */
function answeredBy(code: string): string {
  const all = Object.entries(contract.operations)
  const some = all.filter(([, { responses }]) => Object.values(responses).flat().includes(code))
  return some.length === all.length ? 'all operations' : some.map(([operationId]) => operationId).join(', ')
}
