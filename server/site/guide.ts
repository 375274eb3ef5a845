/** A guide to the pages and to the operations as Markdown: for language models at /llms.txt, for curl at /. */
import { demo, scenarios } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'
import { type Document, listOperations } from '@monitoring-service/contract/document'
import { collections, publishedForms } from '@monitoring-service/contract/files'

/** @param hasDemo whether the server has the records of the collections. */
export function renderGuide(document: Document, hasDemo: boolean): string {
  const { title, version, summary } = document.info as Record<string, string>
  const forms = Object.entries({ ...publishedForms, ...(hasDemo && collections) }).map(
    ([file, meaning]) => `- [${file}](${file}): ${meaning}`,
  )
  const operations = listOperations(document).map(({ method, path, operation }) => {
    const { operationId, summary = '' } = operation
    return `- [${summary}](docs/#${operationId}): \`${method} ${path}\`, in the SDK \`${operation['x-sdk']}\`${hasDemo ? listIds(operationId) : ''}`
  })
  return `# ${title} ${version}

> ${summary}

## How to call

- Base address: http://localhost:3000
- Log in by \`POST /auth/login\` with \`{"email": …, "password": …}\`, or create an account by \`POST /auth/signup\`. Send the \`accessToken\` of the
  response as \`Authorization: Bearer ACCESS_TOKEN\`. It is valid for 15 minutes; then log in again.
- A new account is on the free plan and has no incidents, services or monitors. No operation lists them: ask for their ids.
${
  hasDemo
    ? `- This server has the accounts and ids of the examples: log in as \`${accounts[0][0]}\` with \`${demo.password}\`.\n`
    : ''
}- The listing for operators takes the admin API key in \`X-Admin-Api-Key\` instead.
- Errors are \`{"error": {"code", "message", "status"}}\`. Decide by \`code\`.
- A reset of statistics takes \`?before=YYYY-MM-DD\`. Without it, all are deleted: check that a tool passes this argument on.

## Documents

- [llms-full.txt](llms-full.txt): the whole API reference as one Markdown document
- [API reference](docs/): operations with every scenario as curl command and SDK program
- [Error codes](docs/#errors): when each is returned, and whether to repeat the request; errors/CODE leads to one
- [openapi.yaml](openapi.yaml): the contract as it is written
- [openapi.schema.json](openapi.schema.json): the JSON Schema of OpenAPI with its extensions
${forms.join('\n')}

## Operations

${operations.join('\n')}
`
}

/** The ids with which the operation succeeds at first in the demo. */
function listIds(id: string): string {
  const ids = scenarios.filter(({ operationId, status, path }) => operationId === id && status < 300 && path.id)
  return ids.length === 0 ? '' : `; ids of this server: ${[...new Set(ids.map(({ path }) => path.id))].join(', ')}`
}
