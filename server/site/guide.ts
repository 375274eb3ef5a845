/** A guide to the pages and to the operations as Markdown: for language models at /llms.txt, for curl at /. */
import { type Document, listOperations } from '@monitoring-service/contract/document'
import { collections, publishedForms } from '@monitoring-service/contract/files'

export function renderGuide(document: Document): string {
  const { title, version, summary } = document.info as Record<string, string>
  const forms = Object.entries({ ...publishedForms, ...collections }).map(
    ([file, meaning]) => `- [${file}](${file}): ${meaning}`,
  )
  const operations = listOperations(document).map(({ method, path, operation }) => {
    const { operationId, summary = '' } = operation as typeof operation & { summary?: string }
    return `- [${summary}](docs/#${operationId}): \`${method} ${path}\`, in the SDK \`${operation['x-sdk']}\``
  })
  return `# ${title} ${version}

> ${summary}

## Documents

- [API reference](docs/): operations with every scenario as curl command and SDK program
- [Error codes](docs/#errors): when each is returned, and whether to repeat the request; errors/CODE leads to one
- [openapi.yaml](openapi.yaml): the contract as it is written
- [openapi.schema.json](openapi.schema.json): the JSON Schema of OpenAPI with its extensions
${forms.join('\n')}

## Operations

${operations.join('\n')}
`
}
