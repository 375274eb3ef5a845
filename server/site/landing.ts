/** The landing page at `/`: first requests, demo accounts, links, and the agreement table. */
import { demo } from '@monitoring-service/contract'
import agreement from '@monitoring-service/contract/agreement' with { type: 'json' }
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { type Html, html, rawHtml, renderPage } from '@monitoring-service/contract/html'
import { highlight, type Language } from './reference/highlight.ts'

/**
 * @param mockUrl the address of the mock that runs beside this server, if one does.
 * @param hasDemo whether the server has the demo's accounts, which the page then shows.
 */
export function renderLanding(mockUrl: string | undefined, hasDemo: boolean): string {
  return renderPage({
    title: 'Monitoring Service',
    description:
      'The reference server of the monitoring service: accounts, incidents, daily statistics and account deletion for teams.',
    head: html`<link rel="service-desc" type="application/json" href="openapi.json">
<link rel="icon" href="docs/favicon.svg">
<link rel="stylesheet" href="docs/base.css">
<link rel="stylesheet" href="docs/landing.css">
<script type="module" src="docs/landing.client.js"></script>`,
    body: html`<a class="skip" href="#main">Skip to the contents</a>
<header>
<h1>Monitoring Service</h1>
<p>Accounts, incidents, daily statistics and account deletion for teams. This is the reference server.</p>
${mockUrl && html`<p>The mock is at <a href="${mockUrl}">${mockUrl}</a>.</p>`}
</header>
<main id="main" tabindex="-1">
<ul class="cards">
${card('docs/', 'API reference', 'Every operation with its errors and examples. Sends requests.')}
${mockUrl && card(`${mockUrl}/_mock/scenarios`, 'Scenarios of the mock', 'Every response, with a curl command.')}
${card('openapi.yaml', 'The contract', 'The OpenAPI document that server, mock, SDK and tests follow.')}
</ul>
${parts()}
${hasDemo && firstRequests()}
${hasDemo && accountTable()}
<section aria-labelledby="agreement">
<h2 id="agreement">Agreement</h2>
${agreementTable()}
</section>
</main>`,
  })
}

function card(url: string, title: string, text: string): Html {
  return html`<li><a href="${url}">${title}</a> ${text}</li>`
}

/** A diagram, in lines and boxes of the style sheet, so that its texts keep their size on a phone. */
function parts(): Html {
  const box = (name: string, text: string) => html`
<li><b>${name}</b> ${text}</li>`
  return html`<section class="parts" aria-labelledby="parts">
<h2 id="parts">How the parts fit</h2>
<p><b>openapi.yaml</b> the contract, with a request and a response for each scenario</p>
<ul>${[
    box('Server', 'enforces it on each request and response'),
    box('Mock', 'returns the response of each scenario'),
    box('SDK', 'has its types, and calls server or mock'),
    box('Conformance kit', 'checks any implementation by it'),
  ]}
</ul>
</section>`
}

/** Stands for the address of the page, which its script fills in. */
const origin = 'http://localhost:3000'

function firstRequests(): Html {
  const [[email]] = accounts
  const login = JSON.stringify({ email, password: demo.password })
  return html`<section aria-labelledby="try">
<h2 id="try">Try it</h2>
${snippet('curl', 'bash', `curl -s ${origin}/auth/login -H 'Content-Type: application/json' -d '${login}'`)}
${snippet(
  'SDK',
  'javascript',
  `import { createMonitoring } from '@monitoring-service/sdk'

const monitoring = createMonitoring({ baseUrl: '${origin}' })
const { user } = await monitoring.auth.login({ email: '${email}', password: '${demo.password}' })
console.log(user.name)`,
)}
${snippet('Conformance kit', 'bash', `npm run -s conformance -- ${origin} --admin-key ${demo.adminApiKey} --allow-unverified`)}
</section>`
}

function snippet(title: string, language: Language, code: string): Html {
  const coloured = highlight(code, language).html.replaceAll(origin, `<span class="origin">${origin}</span>`)
  return html`<figure>
<figcaption>${title} <button type="button" aria-label="Copy ${title}">Copy</button></figcaption>
<pre tabindex="0"><code>${rawHtml(coloured)}</code></pre>
</figure>`
}

function accountTable(): Html {
  return html`<section aria-labelledby="accounts">
<h2 id="accounts">Accounts</h2>
<p>The password of every account is <code>${demo.password}</code>.</p>
<table>
<tbody>${accounts.map(
    ([email, description]) => html`
<tr><th scope="row"><code>${email}</code></th><td>${description}</td></tr>`,
  )}
</tbody></table>
</section>`
}

function agreementTable(): Html {
  const entries = Object.entries(agreement)
  const { scenarios: _, ...targets } = agreement['POST /auth/signup']
  const clients = Object.values(targets).map((counts) => Object.keys(counts))
  const counts = entries.map(([, { scenarios, server, mock, prism }]) => [
    scenarios,
    ...[server, mock, prism].flatMap((agreeing): number[] => Object.values(agreeing)),
  ])
  const totals = counts.reduce((sums, row) => sums.map((sum, index) => sum + (row[index] ?? 0)))
  const row = (name: Html, [scenarios, ...agreeing]: number[] = []) => html`
<tr><th scope="row">${name} (${scenarios})</th>${agreeing.map((count) => html`<td>${count}</td>`)}</tr>`
  const [total, ...agreeing] = totals
  return html`<p>Server and mock, called through two clients, return exactly the example's response for
${Math.min(...agreeing)} of ${total} scenarios. So does stock Prism, asked for each by <code>Prefer</code>.</p>
<details><summary>Scenarios by operation</summary>
<table class="counts">
<thead>
<tr><td></td>${Object.keys(targets).map((target, index) => html`<th colspan="${clients[index]?.length}" scope="colgroup">${target}</th>`)}</tr>
<tr><th scope="col">operation (scenarios)</th>${clients.flat().map((client) => html`<th scope="col">${client}</th>`)}</tr>
</thead>
<tbody>${entries.map(([name], index) => row(html`<code>${name}</code>`, counts[index]))}</tbody>
<tfoot>${row(html`total`, totals)}</tfoot>
</table></details>`
}
