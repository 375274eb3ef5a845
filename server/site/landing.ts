/** The landing page at `/`: links to the other pages, and the demo accounts. */
import { demo } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { type Html, html, renderPage } from '@monitoring-service/contract/html'

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
<link rel="stylesheet" href="docs/landing.css">`,
    body: html`<header>
<h1>Monitoring Service</h1>
<p>Accounts, incidents, daily statistics and account deletion for teams. This is the reference server.</p>
${mockUrl && html`<p>The mock is at <a href="${mockUrl}">${mockUrl}</a>.</p>`}
</header>
<main>
<ul class="cards">
${card('docs/', 'API reference', 'Every operation with its errors and examples. Sends requests.')}
${mockUrl && card(`${mockUrl}/_mock/scenarios`, 'Scenarios of the mock', 'Every response, with a curl command.')}
${card('openapi.yaml', 'The contract', 'The OpenAPI document that server, mock, SDK and tests follow.')}
</ul>
${hasDemo && accountTable()}
</main>`,
  })
}

function card(url: string, title: string, text: string): Html {
  return html`<li><a href="${url}">${title}</a> ${text}</li>`
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
