/** The scenarios as one HTML document that needs nothing else. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { type Contract, limits } from '@monitoring-service/contract'
import { baseStyle, type Html, html } from '@monitoring-service/contract/html'
import { toRequest } from './request.ts'
import type { ScenarioEntry } from './routes.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const style = baseStyle + read('page.css')
const script = read('page.js')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page may load and run: its own style and script, and this mock's list of scenarios. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Parts = Pick<Contract, 'operations' | 'credentials'>

export function toPage(entries: ScenarioEntry[], contract: Parts): string {
  const groups = [...Map.groupBy(entries, ({ operationId }) => operationId)]
  const { html: page } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Scenarios of the mock</title>
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
</head>
<body>
<header>
<h1>Scenarios</h1>
<p>Send one of these requests, and the mock gives the answer of its scenario. The header <code>Mock-Scenario</code>
names it; only what is refused for its path, method, form or a bad credential has none. <code>Prefer:
example=NAME</code> asks for a scenario of the operation by name. Tokens are good for
${limits.accessTokenSeconds / 60} minutes; while this page is open, it renews those in its lines.</p>
<nav aria-label="Operations"><ul>${groups.map(
    ([id]) => html`
<li><a href="#${id}">${titleOf(id, contract)}</a></li>`,
  )}
</ul></nav>
</header>
<search>
<label for="filter">Filter</label>
<input id="filter" type="search" placeholder="409 resolve" autocomplete="off" spellcheck="false">
<output for="filter">${entries.length} scenarios</output>
</search>
<main>${groups.map(
    ([id, members]) => html`
<section id="${id}" aria-labelledby="${id}.title">
<h2 id="${id}.title">${titleOf(id, contract)} <small>${id}</small></h2>${members.map((entry) => row(entry, contract))}
</section>`,
  )}
<p hidden>No scenario has all these words.</p>
</main>
<p role="status" class="unseen"></p>
<script>${{ html: script }}</script>
</body>
</html>
`
  return page
}

function row(entry: ScenarioEntry, contract: Parts): Html {
  const { operationId, name, status, code = '', summary, curl, response } = entry
  const id = `${operationId}.${name}`
  return html`
<article id="${id}" aria-labelledby="${id}.title">
<h3 id="${id}.title"><a href="#${id}">${name}</a></h3>
<p class="answer"><strong class="of-${String(status).charAt(0)}">${status}</strong> ${code}</p>
<p>${summary}</p>
<button type="button" aria-label="Copy curl line of ${name}">Copy curl</button>
<details><summary>${tellRequest(entry, contract)}</summary>
<pre><code>${curl}</code></pre>
<pre><samp>${status} ${STATUS_CODES[status] ?? ''}${response === undefined ? '' : `\n${JSON.stringify(response, null, 2)}`}</samp></pre>
</details>
</article>`
}

function titleOf(operationId: string, { operations }: Parts): string {
  const operation = operations[operationId]
  return operation ? `${operation.method} ${operation.path}` : operationId
}

/** A request in a line: what is sent, by whom, and after what. */
function tellRequest(entry: ScenarioEntry, contract: Parts): string {
  const { caller, credential, given, send } = entry
  const { method, target, body = '' } = toRequest(entry, contract, {})
  const sent = send.bytes ? `${send.bytes} bytes` : body.length > 120 ? `${body.slice(0, 119)}…` : body
  const holder = caller === 'operator' ? 'admin key' : 'token'
  const callers: Record<string, string> = { anonymous: 'without credentials', operator: 'by the operator' }
  const parts = [
    `${method} ${target}`,
    callers[caller] ?? `by ${caller}`,
    credential !== 'valid' && `with ${/^[aeiou]/.test(credential) ? 'an' : 'a'} ${credential} ${holder}`,
    send.contentType && `as ${send.contentType}`,
    sent,
    given.repeats !== undefined && `after ${given.repeats} of the same`,
    given.store && `while the store is ${given.store}`,
  ]
  return parts.filter(Boolean).join(', ')
}
