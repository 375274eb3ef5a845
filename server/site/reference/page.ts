/** The API reference: a bar that selects server and caller, a side bar, and every operation with its scenarios. */
import { demo } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { type Document, listOperations } from '@monitoring-service/contract/document'
import { collections, publishedForms } from '@monitoring-service/contract/files'
import { type Html, html, renderPage } from '@monitoring-service/contract/html'
import { chapter, type Heading, sections } from './markdown.ts'
import { renderOperation } from './operation.ts'
import type { ShownScenario } from './scenarios.ts'
import { renderErrors, renderTables } from './tables.ts'

/** A server that the page can send requests to, as an OpenAPI server object. */
export interface ApiServer {
  url: string
  description: string
  isMock?: true
}

export interface ReferenceOptions {
  /** The servers that the API reference can send requests to. Relative URLs resolve against the server of the page. */
  servers: ApiServer[]
  /** Whether the demo's accounts are offered as callers. */
  hasDemo: boolean
}

export function renderReference(
  document: Document,
  scenarios: ShownScenario[],
  clientsGuide: string,
  { servers, hasDemo }: ReferenceOptions,
): string {
  const { title, version, summary, description } = document.info as Record<string, string>
  const introduction = sections(`${description}${hasDemo ? demoData(servers) : ''}`)
  const groups = groupsOf(document)
  return renderPage({
    title: `${title}: API reference`,
    description: summary,
    head: html`<link rel="icon" href="favicon.svg">
<link rel="service-desc" type="application/json" href="openapi.json">
<link rel="stylesheet" href="base.css">
<link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="operation.css">
<script type="module" src="page.client.js"></script>`,
    body: html`<a class="skip" href="#main">Skip to the contents</a>
<header>
<h1><a href="#main">${title}</a> <small>${version}</small></h1>
${callerForm(servers, hasDemo)}
</header>
${sideBar(groups, introduction.headings, hasDemo)}
<main id="main" tabindex="-1">
<section class="introduction" aria-label="Introduction">
<p class="summary">${summary}</p>
${introduction.html}
</section>${groups.map(
      ({ name, description, operations }) => html`
<h2 class="group" id="${name}">${name}</h2>
<p>${description}</p>${operations.map((located) =>
        renderOperation(
          document,
          located,
          scenarios.filter(({ id }) => id.startsWith(`${located.operation.operationId}.`)),
        ),
      )}`,
    )}
${renderErrors(document)}
${renderTables(document)}
<section id="clients" aria-label="Clients in other languages">
${chapter(
  clientsGuide,
  introduction.headings.map(({ id }) => id),
)}
</section>
</main>`,
  })
}

/** Facts for a reader where the servers have the records of the examples. */
function demoData(servers: ApiServer[]): string {
  const { url } = servers.find(({ isMock }) => isMock) ?? {}
  const mock = url
    ? ` [The mock](${url}/_mock/scenarios) returns any response, also those that are hard to provoke: \`Prefer: example=NAME\` selects it.`
    : ''
  return `
## Demo data
The accounts and ids of the examples exist here: select a caller above and send. The samples of \`listDeletionRequests\` have the
admin API key.${mock}
`
}

interface Group {
  name: string
  description: string
  operations: ReturnType<typeof listOperations>
}

function groupsOf(document: Document): Group[] {
  const { tags = [] } = document
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: listOperations(document).filter(({ operation }) => operation.tags?.includes(name)),
  }))
}

const files = {
  'openapi.yaml': 'OpenAPI 3.1, as written',
  ...publishedForms,
  'openapi.schema.json': 'JSON Schema of OpenAPI with the extensions',
  'llms.txt': 'Guide for language models',
  'llms-full.txt': 'This reference as Markdown',
}

function sideBar(groups: Group[], headings: Heading[], hasDemo: boolean): Html {
  const link = (id: string, text: string, method?: string) => html`
<li><a href="#${id}">${method && html`<b class="${method.toLowerCase()}">${method}</b> `}${text}</a></li>`
  const group = (name: string, links: Html[]) => html`
<h2>${name}</h2>
<ul>${links}
</ul>`
  return html`<nav aria-label="Contents">
<search><label class="unseen" for="search">Search</label>
<input id="search" type="search" placeholder="Search" title="Press / to search" aria-keyshortcuts="/" autocomplete="off" spellcheck="false" aria-controls="results">
<ul id="results" aria-label="Results"></ul></search>
<button type="button" id="menu" aria-expanded="false" aria-controls="contents">Contents</button>
<div id="contents">${group(
    'Introduction',
    headings.map(({ id, text }) => link(id, text)),
  )}${groups.map(({ name, operations }) =>
    group(
      name,
      operations.map(({ method, operation }) => link(operation.operationId, operation.summary ?? '', method)),
    ),
  )}${group('Guides', [link('clients', 'Clients in other languages')])}${group('Tables', [link('errors', 'Errors'), link('credentials', 'Credentials'), link('limits', 'Limits'), link('headers', 'Headers')])}${group(
    'Files',
    Object.entries({ ...files, ...(hasDemo && collections) }).map(
      ([file, text]) => html`<li><a href="${file}">${text}</a></li>`,
    ),
  )}
</div>
</nav>`
}

function callerForm(servers: ApiServer[], hasDemo: boolean): Html {
  return html`<form class="caller" aria-label="Server and caller">
<span><label for="server">Send to</label> <select id="server" name="server">${servers.map(
    ({ url, description, isMock }) => html`
<option value="${url}"${isMock && html` data-mock`}>${description}</option>`,
  )}
</select></span>
<span><label for="caller">as</label> <select id="caller" name="caller"${hasDemo && html` data-password="${demo.password}" data-admin-key="${demo.adminApiKey}"`}>
${
  hasDemo &&
  html`
<option value="scenario">the scenario’s caller</option>`
}
<option value="">anonymous</option>${
    hasDemo &&
    html`${accounts.map(
      ([email, description]) => html`
<option value="${email}" title="Calls as ${email}, who ${description}.">${email}</option>`,
    )}
<option value="operator" title="Calls with the admin API key.">the operator</option>`
  }
<option value="token">with a token</option>
<option value="key">with an admin key</option>
</select></span>
<span hidden><label class="unseen" for="credential">Token or key</label> <input id="credential" name="credential" type="password" placeholder="token or key" autocomplete="off"></span>
<output></output>
</form>`
}
