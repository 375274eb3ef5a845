/** The landing page at `/`: health of server and mock, links, and the agreement table. */
import agreement from '@monitoring-service/contract/agreement' with { type: 'json' }
import { type Html, html, renderPage } from '@monitoring-service/contract/html'

/** @param mockUrl the address of the mock that runs beside this server, if one does. */
export function renderLanding(mockUrl: string | undefined): string {
  return renderPage({
    title: 'Monitoring Service',
    head: html`<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/base.css">
<link rel="stylesheet" href="docs/landing.css">
<script src="docs/landing.client.js" defer></script>`,
    body: html`<a class="skip" href="#main">Skip to the contents</a>
<header>
<h1>Monitoring Service</h1>
<p>Accounts, incidents, daily statistics and account deletion for teams. This is the reference server. Server, mock,
SDK and tests all follow one OpenAPI contract.</p>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="health">
<h2 id="health">Status</h2>
<dl>
<div><dt>Server</dt><dd><output id="server">checking</output></dd></div>
<div><dt>Mock</dt><dd>${
      mockUrl
        ? html`<output id="mock" data-url="${mockUrl}">checking</output>`
        : html`not started with this server; <code>npm start</code> runs both`
    }</dd></div>
</dl>
</section>
<section aria-labelledby="next">
<h2 id="next">Next steps</h2>
<ul>
<li><a href="docs/">API reference</a>: every operation with its errors and examples; send requests to server and mock</li>
<li><a href="openapi.yaml">The contract</a>: <code>openapi.yaml</code></li>
${mockUrl && html`<li><a href="${mockUrl}/_mock/scenarios">Scenarios of the mock</a>: every response, with a curl command</li>`}
<li>The SDK is in <code>sdk/</code>, an example script in <code>examples/node/</code></li>
<li><code>npm run conformance -- URL</code> tests whether another server conforms to the contract</li>
</ul>
</section>
<section aria-labelledby="agreement">
<h2 id="agreement">Agreement</h2>
<p>Number of scenarios of the contract for which server and mock, called through two clients, return exactly the
response of the example. <code>npm run agreement</code> measures it.</p>
${agreementTable()}
</section>
</main>`,
  })
}

function agreementTable(): Html {
  const entries = Object.entries(agreement)
  const clients = Object.keys(agreement['POST /auth/signup'].server)
  const counts = entries.map(([, { scenarios, server, mock }]) => [
    scenarios,
    ...Object.values(server),
    ...Object.values(mock),
  ])
  const totals = counts.reduce((sums, row) => sums.map((sum, index) => sum + (row[index] ?? 0)))
  const row = (name: Html, [scenarios, ...agreeing]: number[] = []) => html`
<tr><th scope="row">${name} (${scenarios})</th>${agreeing.map((count) => html`<td>${count}</td>`)}</tr>`
  return html`<table>
<thead>
<tr><td></td>${['server', 'mock'].map((target) => html`<th colspan="${clients.length}" scope="colgroup">${target}</th>`)}</tr>
<tr><th scope="col">operation (scenarios)</th>${[...clients, ...clients].map((client) => html`<th scope="col">${client}</th>`)}</tr>
</thead>
<tbody>${entries.map(([name], index) => row(html`<code>${name}</code>`, counts[index]))}</tbody>
<tfoot>${row(html`total`, totals)}</tfoot>
</table>`
}
