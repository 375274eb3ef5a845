/** What this is, how it is, and where to go from here: the page at the server's own address. */
import agreement from '@monitoring-service/contract/agreement' with { type: 'json' }
import { type Html, html } from '@monitoring-service/contract/html'

/** @param mockUrl the mock beside this server, if there is one. */
export function toLanding(mockUrl: string | undefined): string {
  const { html: page } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Monitoring Service</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/look.css">
<link rel="stylesheet" href="docs/landing.css">
<script src="docs/landing.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the contents</a>
<header>
<h1>Monitoring Service</h1>
<p>Accounts, incidents, daily statistics and account deletion for teams. One contract, written by hand, makes the
server, the mock, the SDK and the tests that hold them together. This is the reference server.</p>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="health">
<h2 id="health">Now</h2>
<dl>
<div><dt>Server</dt><dd><output id="server">is being asked</output></dd></div>
<div><dt>Mock</dt>${mockState(mockUrl)}</div>
</dl>
</section>
<section aria-labelledby="next">
<h2 id="next">Go on</h2>
<ul>
<li><a href="docs/">API reference</a>: every operation, its errors and examples, to be tried on server and mock</li>
<li><a href="openapi.yaml">The contract</a>: <code>openapi.yaml</code>, which all of this follows</li>
${mockUrl ? html`<li><a href="${mockUrl}/_mock/scenarios">Scenarios of the mock</a>: every answer, with a line to paste</li>` : html``}
<li>The SDK is in <code>sdk/</code>, a script that uses it in <code>examples/node/</code></li>
<li><code>npm run conformance -- URL</code> tells whether another server conforms</li>
</ul>
</section>
<section aria-labelledby="agreement">
<h2 id="agreement">Do they agree?</h2>
<p>Scenarios of the contract that server and mock answer letter by letter as their examples say, by two clients:
<code>npm run agreement</code>.</p>
${table()}
</section>
</main>
</body>
</html>
`
  return page
}

function mockState(url: string | undefined): Html {
  if (url === undefined) return html`<dd>not started with this server; <code>npm start</code> runs both</dd>`
  return html`<dd><output id="mock" data-url="${url}">is being asked</output></dd>`
}

function table(): Html {
  const lines = Object.entries(agreement)
  const cells = ({ scenarios, server, mock }: (typeof agreement)[keyof typeof agreement]) => [
    scenarios,
    ...Object.values(server),
    ...Object.values(mock),
  ]
  const sums = lines.map(([, line]) => cells(line)).reduce((sum, row) => sum.map((value, i) => value + (row[i] ?? 0)))
  const row = (name: Html, values: number[]) => html`
<tr><th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>`
  const clients = Object.keys(lines[0]?.[1].server ?? {})
  return html`<table>
<thead>
<tr><td></td><td></td><th colspan="${clients.length}" scope="colgroup">server</th><th colspan="${clients.length}" scope="colgroup">mock</th></tr>
<tr><th scope="col">operation</th><th scope="col">scenarios</th>${[...clients, ...clients].map((client) => html`<th scope="col">${client}</th>`)}</tr>
</thead>
<tbody>${lines.map(([name, line]) => row(html`<code>${name}</code>`, cells(line)))}</tbody>
<tfoot>${row(html`all`, sums)}</tfoot>
</table>`
}
