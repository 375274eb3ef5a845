/** The panel beside an operation: its scenarios as curl command, as SDK program, or as a request to edit and send. */
import { STATUS_CODES } from 'node:http'
import type { Operation } from '@monitoring-service/contract/document'
import { type Html, html } from '@monitoring-service/contract/html'
import type { ShownScenario } from './scenarios.ts'

const tabs = { curl: 'curl', sdk: 'SDK', send: 'Send' }

export function renderPanel({ operationId: id, requestBody }: Operation, scenarios: ShownScenario[]): Html {
  const [first] = scenarios
  if (!first) return html``
  const groups = [...Map.groupBy(scenarios, ({ status, code }) => [status, code].filter(Boolean).join(' '))]
  return html`<form class="panel" data-operation="${id}" aria-label="Scenarios of ${id}">
<label for="${id}.scenario">Scenario</label>
<select id="${id}.scenario" name="scenario">${groups.map(
    ([label, members]) => html`
<optgroup label="${label}">${members.map(
      ({ name, summary }) => html`
<option value="${name}">${name}: ${summary}</option>`,
    )}</optgroup>`,
  )}
</select>
<p class="note">${first.note}</p>
<div class="tabs"><div role="tablist" aria-label="Request">${Object.entries(tabs).map(
    ([tab, title], index) => html`
<button type="button" role="tab" id="${id}.${tab}.tab" aria-controls="${id}.${tab}" aria-selected="${index === 0 ? 'true' : 'false'}" data-tab="${tab}">${title}</button>`,
  )}
</div><button type="button" class="copy">Copy</button></div>
<div role="tabpanel" id="${id}.curl" aria-labelledby="${id}.curl.tab" data-tab="curl"><pre tabindex="0"><code>${first.curl}</code></pre></div>
<div role="tabpanel" id="${id}.sdk" aria-labelledby="${id}.sdk.tab" data-tab="sdk" hidden><pre tabindex="0"><code>${first.sdk}</code></pre></div>
<div role="tabpanel" id="${id}.send" aria-labelledby="${id}.send.tab" data-tab="send" hidden>
<label for="${id}.target"><span class="method">${first.method}</span> path and query</label>
<input id="${id}.target" name="target" value="${first.target}" spellcheck="false" autocomplete="off">
<div${requestBody && html` data-taken`}><label for="${id}.body">Body</label>
<textarea id="${id}.body" name="body" rows="4" spellcheck="false">${first.body}</textarea></div>
<button type="submit">Send</button> <span class="faint" hidden>Only the mock can return this response. Select it above.</span>
</div>
<p class="answer" role="status"><span class="kind">Example response</span> <b class="of-${String(first.status).charAt(0)}">${first.status} ${STATUS_CODES[first.status]}</b></p>
<pre tabindex="0" class="response"><samp>${first.response}</samp></pre>
</form>`
}
