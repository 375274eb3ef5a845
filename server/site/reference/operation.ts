/** An operation in the API reference: its description, inputs, responses and decisions, beside a panel with its scenarios. */
import { contract } from '@monitoring-service/contract'
import {
  type Document,
  dereference,
  type LocatedOperation,
  type Operation,
  type Parameter,
  type Response,
} from '@monitoring-service/contract/document'
import { type Html, html } from '@monitoring-service/contract/html'
import { decisionsOf } from './decisions.ts'
import { inlineMarkdown, markdown } from './markdown.ts'
import { renderPanel } from './panel.ts'
import type { ShownScenario } from './scenarios.ts'
import { alternativesOf, describeFields, type Field, fieldsOf } from './schema.ts'

export function renderOperation(document: Document, located: LocatedOperation, scenarios: ShownScenario[]): Html {
  const { method, path, operation } = located
  const { operationId, description = '', 'x-source': source } = operation
  return html`
<section class="operation" id="${operationId}" aria-labelledby="${operationId}.title">
<div>
<h3 id="${operationId}.title"><a href="#${operationId}">${operation.summary}</a></h3>
<p class="endpoint"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
${markdown(description)}
<p class="faint">${credentialOf(document, operation)} <code>${operationId}</code>, in the SDK <code>${operation['x-sdk'] ?? ''}</code>.</p>
${renderInputs(document, operation)}
${renderResponses(document, operation)}
${renderDecisions(document, operation, source)}
</div>
${renderPanel(operation, scenarios)}
</section>`
}

function credentialOf(document: Document, { security }: Operation): Html {
  const [name, scopes = []] = Object.entries((security ?? document.security)?.[0] ?? {})[0] ?? []
  if (name === undefined) return html`Needs no credential.`
  const scheme = document.components.securitySchemes?.[name]
  const need =
    scheme?.type === 'apiKey'
      ? 'the admin API key'
      : `an access token${scopes.length > 0 ? ` with ${scopes.join(' and ')} scope` : ''}`
  return html`Needs <a href="#credentials">${need}</a>.`
}

function renderInputs(document: Document, { parameters = [], requestBody }: Operation): Html {
  const given = parameters.map((parameter) => dereference<Parameter>(document, parameter))
  const titles = { path: 'Path', query: 'Query' }
  const groups = Object.entries(titles).map(([location, title]) => {
    const fields = given.filter((parameter) => parameter.in === location).map(toField)
    return fields.length === 0 ? html`` : html`<h4>${title}</h4>${describeFields(document, fields)}`
  })
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return html`${groups}`
  const bodies = alternativesOf(document, schema)
  const title = `Body${requestBody.required ? '' : ', optional'}${bodies.length > 1 ? ': one of' : ''}`
  return html`${groups}<h4>${title}</h4>${bodies.map((body) => describeFields(document, fieldsOf(body)))}`
}

/** The description of a parameter is beside its schema. */
function toField({ name, required = false, schema, ...rest }: Parameter): Field {
  return { name, isRequired: required, schema: { ...rest, ...schema } }
}

/** Codes that every operation can return. */
export const sharedCodes = Object.keys(contract.errors).filter((code) =>
  Object.values(contract.operations).every(({ responses }) => Object.values(responses).flat().includes(code)),
)

function renderResponses(document: Document, { operationId, responses }: Operation): Html {
  const ownCodes = Object.entries(contract.operations[operationId]?.responses ?? {}).map(([status, codes]) => {
    return { status, codes: codes.filter((code) => !sharedCodes.includes(code)) }
  })
  const rows = Object.entries(responses).map(([status, response]) => {
    const { codes = [] } = ownCodes.find((own) => own.status === status) ?? {}
    const isListed = status < '4' || (status < '5' && codes.length > 0)
    return isListed ? renderResponse(document, status, dereference(document, response), codes) : html``
  })
  const failures = ownCodes.flatMap(({ status, codes }) => (status < '5' ? [] : codes))
  const shared = sharedCodes.map(
    (code, index) => html`${index > 0 && ', '}<a href="#${code}">${contract.errors[code]?.status}</a>`,
  )
  return html`<h4>Responses</h4>
<ul class="responses">${rows}
</ul>
<p class="faint">Every operation takes <a href="#headers">X-Request-Id</a> and can also return ${shared}${failures.map((code) => html`; a change also ${codeLink(code)}`)}.</p>`
}

function renderResponse(document: Document, status: string, { description, content }: Response, codes: string[]): Html {
  // All errors have one schema.
  const schema = status < '4' ? content?.['application/json']?.schema : undefined
  const text = html`${codes.map((code) => html`${codeLink(code)} `)}${inlineMarkdown(description)}`
  const fields = schema && alternativesOf(document, schema).map((each) => describeFields(document, fieldsOf(each)))
  return html`
<li><b class="of-${status.charAt(0)}">${status}</b> ${
    fields ? html`<details><summary>${text}</summary>${fields}</details>` : html`<div>${text}</div>`
  }</li>`
}

const codeLink = (code: string): Html => html`<a href="#${code}"><code>${code}</code></a>`

function renderDecisions(document: Document, operation: Operation, source = ''): Html {
  const { parameters, requestBody, responses, 'x-decided': decided } = operation
  const own = Object.entries(responses).flatMap(([status, reference]) => {
    if ('$ref' in reference) return []
    // The schemas of errors repeat one another's reasons.
    return [[status, status < '4' ? reference : { 'x-decided': reference['x-decided'] }]]
  })
  const decisions = decisionsOf(document, {
    'x-decided': decided,
    parameters,
    requestBody,
    responses: Object.fromEntries(own),
  })
  return html`<details class="decisions"><summary>${source}, and ${decisions.length} decisions beyond it</summary>
<dl>${decisions.map(({ about, reason }) => html`<div><dt>${about || 'operation'}</dt><dd>${inlineMarkdown(reason)}</dd></div>`)}</dl></details>`
}
