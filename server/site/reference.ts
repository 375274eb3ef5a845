/** The page of the API reference: Swagger UI, with a bar that says whom to ask and as whom, and tables below. */
import { demo } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { readContract } from '@monitoring-service/contract/files'
import { type Html, html } from '@monitoring-service/contract/html'
import { tables } from './tables.ts'

/** A server that the page can send requests to. */
export interface Place {
  url: string
  description: string
}

/** @param hasDemo whether the demo's accounts are offered as callers. */
export function toReference(places: Place[], hasDemo: boolean): string {
  const { title, version, summary } = readContract().info as Record<'title' | 'version' | 'summary', string>
  const { html: page } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: API reference</title>
<link rel="icon" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="look.css">
<link rel="stylesheet" href="reference.css">
<script src="swagger-ui-bundle.js" defer></script>
<script src="reference-plugin.js" defer></script>
<script src="reference.js" defer></script>
</head>
<body>
<a class="skip" href="#reference">Skip to the operations</a>
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
<p>Version ${version}. ${summary} What the service document leaves open is marked as <b>decided</b>, with the reason.</p>
</header>
<form class="caller" aria-label="Try it">
<span><label for="place">Send to</label> <select id="place" name="place">${places.map(
    ({ url, description }) => html`
<option value="${url}">${description}</option>`,
  )}
</select></span>
<span hidden><label for="address">at</label> <input id="address" name="address" type="url" value="http://localhost:3000" spellcheck="false"></span>
${hasDemo ? callers() : { html: '' }}
<output>${hasDemo ? 'Choose who calls, open an operation and press Execute.' : ''}</output>
</form>
<main>
<div id="reference" tabindex="-1"></div>
${tables()}
</main>
</body>
</html>
`
  return page
}

function callers(): Html {
  return html`<span><label for="caller">as</label> <select id="caller" name="caller" data-password="${demo.password}" data-admin-key="${demo.adminApiKey}">
<option value="">nobody</option>${accounts.map(
    ([email, use]) => html`
<option value="${email}" title="Calls as ${email}, who ${use}.">${email}</option>`,
  )}
<option value="operator" title="Calls with the admin API key.">the operator</option>
</select></span>`
}
