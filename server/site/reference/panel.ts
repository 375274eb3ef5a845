/** The panel beside an operation: its scenarios as samples in several languages, or as a request to edit and send. */
import { STATUS_CODES } from 'node:http'
import type { Operation } from '@monitoring-service/contract/document'
import { type Html, html, rawHtml } from '@monitoring-service/contract/html'
import { colourScenario, type SampleLanguage, type ShownScenario, sampleLanguages } from './scenarios.ts'

const languages = Object.entries(sampleLanguages).map(([name, [title]]) => [name as SampleLanguage, title] as const)

export function renderPanel({ operationId: id, requestBody }: Operation, scenarios: ShownScenario[]): Html {
  if (!scenarios[0]) return html``
  const first = colourScenario(scenarios[0])
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
<div class="tabs"><div role="tablist" aria-label="Request">${[...languages, ['send', 'Send']].map(
    ([tab = '', title = ''], index) => html`
<button type="button" role="tab" id="${id}.${tab}.tab" aria-controls="${id}.${tab}" aria-selected="${index === 0 ? 'true' : 'false'}" data-tab="${tab}">${title}</button>`,
  )}
</div><button type="button" class="copy">Copy</button></div>
${languages.map(
  (
    [name],
    index,
  ) => html`<div role="tabpanel" id="${id}.${name}" aria-labelledby="${id}.${name}.tab" data-tab="${name}"${index > 0 && html` hidden`}>
<pre tabindex="0"><code>${rawHtml(first.samples[name])}</code></pre></div>
`,
)}<div role="tabpanel" id="${id}.send" aria-labelledby="${id}.send.tab" data-tab="send" hidden>
<label for="${id}.target"><span class="method">${first.method}</span> path and query</label>
<input id="${id}.target" name="target" value="${first.target}" spellcheck="false" autocomplete="off">
<div${requestBody && html` data-taken`}><label for="${id}.body">Body</label>
<textarea id="${id}.body" name="body" rows="4" spellcheck="false">${first.body}</textarea></div>
<button type="submit">Send</button> <span class="faint" hidden>Only the mock can return this response. Select it above.</span>
</div>
<p class="answer" role="status"><span class="kind">Example response</span> <b class="of-${String(first.status).charAt(0)}">${first.status} ${STATUS_CODES[first.status]}</b></p>
<pre tabindex="0" class="response"><samp>${rawHtml(first.response)}</samp></pre>
</form>`
}
