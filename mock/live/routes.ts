/** Serves the live view at `/_mock`: every request as it comes, and why the mock answered so. */
import type { RequestListener } from 'node:http'
import type { Contract } from '@monitoring-service/contract'
import { html } from '@monitoring-service/contract/html'
import { prefersHtml, setResponseHeaders } from '@monitoring-service/http/node'
import { createPage } from '../html-page.ts'
import type { Routes } from '../routes.ts'

const livePath = '/_mock'

const sendPage = createPage('Live view of the mock', new URL('./', import.meta.url))

const body = html`<header>
<h1>Mock of the Monitoring Service</h1>
<p>Requests appear here as they come, the newest first. <a href="/_mock/scenarios">All scenarios</a></p>
</header>
<search>
<label for="filter">Filter</label>
<input id="filter" type="search" placeholder="login 429" autocomplete="off" spellcheck="false">
<output for="filter">connecting …</output>
<button type="button" id="clear">Clear</button>
</search>
<main aria-label="Requests"><div id="exchanges"></div>
<div id="none"><p>No request yet. Send one to this address, with your app or with a command of the scenarios:</p>
<pre tabindex="0" aria-label="A request as curl"><code></code></pre></div></main>
<p role="status" class="unseen"></p>
<template id="exchange"><article>
<h2></h2>
<p class="answer"><strong></strong> <span></span></p>
<p class="reason"></p>
<details><summary>Copy and body</summary>
<p><button type="button" data-copy="curl">Copy curl</button> <button type="button" data-copy="fetch">Copy fetch</button>
<button type="button" data-copy="sdk">Copy SDK call</button></p>
<pre tabindex="0" aria-label="Request as curl"><code></code></pre>
</details>
</article></template>`

export const liveRoutes: Routes = { [livePath]: { GET: (_, response) => sendPage(response, body) } }

/** Leads browsers from `/` to the page, unless the contract has that path; other clients get what the listener returns. */
export function withBrowserRedirect(listener: RequestListener, { operations }: Contract): RequestListener {
  if (Object.values(operations).some(({ path }) => path === '/')) return listener
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (request.url !== '/' || !isRead || !prefersHtml(request)) return listener(request, response)
    setResponseHeaders(request, response)
    response.writeHead(303, { Location: livePath, Vary: 'Accept' }).end()
  }
}
