/** Renders the scenarios as one HTML document without external resources. */
import { STATUS_CODES } from 'node:http'
import { type Contract, limits } from '@monitoring-service/contract'
import { groupBy } from '@monitoring-service/contract/group-by'
import { type Html, html } from '@monitoring-service/contract/html'
import { toRequest } from '@monitoring-service/contract/requests'
import { createPage } from '../html-page.ts'
import type { Scenario } from '../scenario-index.ts'

/** A scenario with the command line that selects it. */
export interface ScenarioEntry extends Scenario {
  curl: string
}

type ContractParts = Pick<Contract, 'operations' | 'credentialHeaders'>

export const sendPage = createPage('Scenarios of the mock', new URL('./', import.meta.url))

export function toPage(entries: ScenarioEntry[], contract: ContractParts): Html {
  const groups = [...groupBy(entries, ({ operationId }) => operationId)]
  return html`<header>
<h1>Scenarios</h1>
<p>Send one of these requests, and the mock returns the response of its scenario. The header <code>Mock-Scenario</code>
names the scenario; a request that is rejected for its path, method, format or credentials has none. <code>Prefer:
example=NAME</code> selects a scenario of the operation by name. Tokens are valid for ${limits.accessTokenSeconds / 60}
minutes; while this page is open, it renews the tokens in the commands. <a href="/_mock">Live view</a></p>
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
<h2 id="${id}.title">${titleOf(id, contract)} <small>${id}</small></h2>${members.map((entry) => toRow(entry, contract))}
</section>`,
  )}
<p hidden>No scenario has all these words.</p>
</main>
<p role="status" class="unseen"></p>`
}

function toRow(entry: ScenarioEntry, contract: ContractParts): Html {
  const { operationId, name, status, code = '', summary, curl, response } = entry
  const id = `${operationId}.${name}`
  return html`
<article id="${id}" aria-labelledby="${id}.title">
<h3 id="${id}.title"><a href="#${id}">${name}</a></h3>
<p class="answer"><strong class="of-${String(status).charAt(0)}">${status}</strong> ${code}</p>
<p>${summary}</p>
<button type="button" aria-label="Copy curl line of ${name}">Copy curl</button>
<details><summary>${describeRequest(entry, contract)}</summary>
<pre><code>${curl}</code></pre>
<pre><samp>${status} ${STATUS_CODES[status] ?? ''}${response === undefined ? '' : `\n${JSON.stringify(response, null, 2)}`}</samp></pre>
</details>
</article>`
}

function titleOf(operationId: string, { operations }: ContractParts): string {
  const operation = operations[operationId]
  return operation ? `${operation.method} ${operation.path}` : operationId
}

/** Describes a request in one line: target, caller, body and preconditions. */
function describeRequest(entry: ScenarioEntry, contract: ContractParts): string {
  const { caller, credential, given, send } = entry
  const { method, target, body = '' } = toRequest(entry, contract, {})
  const content = body.length > 120 ? `${body.slice(0, 119)}…` : body
  const holder = caller === 'operator' ? 'admin key' : 'token'
  const callers: Record<string, string> = { anonymous: 'without credentials', operator: 'by the operator' }
  const parts = [
    `${method} ${target}`,
    callers[caller] ?? `by ${caller}`,
    credential !== 'valid' && `with ${/^[aeiou]/.test(credential) ? 'an' : 'a'} ${credential} ${holder}`,
    send.contentType && `as ${send.contentType}`,
    send.bytes ? `${send.bytes} bytes` : content,
    given.repeats !== undefined && `after ${given.repeats} of the same`,
    given.store && `while the store is ${given.store}`,
  ]
  return parts.filter(Boolean).join(', ')
}
