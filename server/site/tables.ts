/** The tables of the API reference: error codes, limits, headers of every response. */
import { contract } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { type Html, html } from '@monitoring-service/contract/html'
import { commonHeaders } from './describe-contract.ts'

/** The reason for each decision, by keyword. */
type Reasons = Record<string, string | undefined>

export function renderTables(): Html {
  const { components, 'x-limits': limits } = readContract()
  const reasons = (limits as unknown as { 'x-decided'?: Reasons })['x-decided'] ?? {}
  const headers = components.headers as Record<string, { description?: string; 'x-decided'?: string }>
  const codeRows = Object.entries(contract.errors).map(([code, { status, message = 'describes the error' }]) => [
    code,
    status,
    message,
    operationsWith(code),
  ])
  const limitRows = Object.entries(contract.limits).map(([name, value]) => [name, value, decision(reasons[name])])
  const headerRows = commonHeaders.map((name) => [
    name,
    headers[name]?.description ?? '',
    decision(headers[name]?.['x-decided']),
  ])
  return html`${section('codes', 'Error codes', ['Code', 'Status', 'Message', 'Returned by'], codeRows)}
${section('limits', 'Limits', ['Limit', 'Value', 'Reason'], limitRows)}
${section('headers', 'Headers of every response', ['Header', 'Meaning', 'Reason'], headerRows)}`
}

type Cell = string | number | Html

function section(id: string, title: string, columns: string[], rows: Cell[][]): Html {
  return html`<section id="${id}" aria-labelledby="${id}.title">
<h2 id="${id}.title">${title}</h2>
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([name = '', ...cells]) => html`
<tr><th scope="row"><code>${name}</code></th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}
</tbody></table>
</section>`
}

function decision(reason: string | undefined): Cell {
  return reason === undefined ? 'The service document states it.' : html`<b>Decided:</b> ${reason}`
}

/** The operations that return an error code: most codes belong to one operation, a few to all. */
function operationsWith(code: string): string {
  const all = Object.entries(contract.operations)
  const some = all.filter(([, { responses }]) => Object.values(responses).flat().includes(code))
  return some.length === all.length ? 'all operations' : some.map(([operationId]) => operationId).join(', ')
}
