/** The page of the API reference: Swagger UI below a bar that selects server and caller, then tables. */
import { demo } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { readContract } from '@monitoring-service/contract/files'
import { type Html, html, renderPage } from '@monitoring-service/contract/html'
import { renderTables } from './tables.ts'

/** A server that the page can send requests to, as an OpenAPI server object. */
export interface ApiServer {
  url: string
  description: string
}

/** @param hasDemo whether the demo's accounts are offered as callers. */
export function renderReference(servers: ApiServer[], hasDemo: boolean): string {
  const { title, version, summary } = readContract().info as Record<'title' | 'version' | 'summary', string>
  return renderPage({
    title: `${title}: API reference`,
    head: html`<link rel="icon" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="base.css">
<link rel="stylesheet" href="reference.css">
<script src="reference-plugin.js" defer></script>
<script src="swagger-ui-bundle.js" defer></script>
<script src="reference.client.js" defer></script>`,
    body: html`<a class="skip" href="#reference">Skip to the operations</a>
<header>
<h1>${title}</h1>
<nav aria-label="Sections"><ul>
<li><a href="#reference">Operations</a></li>
<li><a href="#about">How to read it</a></li>
<li><a href="#codes">Error codes</a></li>
<li><a href="#limits">Limits</a></li>
<li><a href="#headers">Headers</a></li>
<li><a href="openapi.yaml">Contract</a></li>
</ul></nav>
<p>Version ${version}. ${summary} Where the service document leaves a choice, the contract's choice is marked as
<b>decided</b>, with the reason.</p>
</header>
<form class="caller" aria-label="Try it">
<span><label for="server">Send to</label> <select id="server" name="server">${servers.map(
      ({ url, description }) => html`
<option value="${url}">${description}</option>`,
    )}
</select></span>
<span hidden><label for="address">at</label> <input id="address" name="address" type="url" value="http://localhost:3000" spellcheck="false"></span>
${hasDemo && callerSelect()}
<output>${hasDemo && 'Choose a caller, open an operation and press Execute.'}</output>
</form>
<main>
<div id="reference" tabindex="-1"></div>
${renderTables()}
</main>`,
  })
}

function callerSelect(): Html {
  return html`<span><label for="caller">as</label> <select id="caller" name="caller" data-password="${demo.password}" data-admin-key="${demo.adminApiKey}">
<option value="">anonymous</option>${accounts.map(
    ([email, description]) => html`
<option value="${email}" title="Calls as ${email}, who ${description}.">${email}</option>`,
  )}
<option value="operator" title="Calls with the admin API key.">the operator</option>
</select></span>`
}
