/** The scenarios as a file for the HTTP clients of editors: VS Code's REST Client, JetBrains and httpYac. */
import { STATUS_CODES } from 'node:http'
import { type CollectionRequest, variables } from './requests.ts'

export function toHttpFile(requests: CollectionRequest[]): string {
  const given = Object.entries(variables).map(([name, value]) => `@${name} = ${value}`)
  return `# The scenarios of openapi.yaml, made by npm run generate. Send the requests of logIn first: they keep the tokens.\n${given.join('\n')}\n${requests.map(toSection).join('')}`
}

function toSection({
  folder,
  name,
  description,
  method,
  target,
  headers,
  body,
  ...expected
}: CollectionRequest): string {
  const { status, code, variables: kept } = expected
  const id = `${folder}_${name}`.replace(/\W/g, '_')
  const outcome = [status, STATUS_CODES[status], code].filter(Boolean).join(' ')
  const later = Object.entries(kept).map(
    ([variable, property]) => `@${variable} = {{${id}.response.body.${property}}}\n`,
  )
  return `
### ${folder}.${name}: ${outcome}
# ${description}
# @name ${id}
${method} {{baseUrl}}${target}
${Object.entries(headers)
  .map(([header, value]) => `${header}: ${value}\n`)
  .join('')}${body === undefined ? '' : `\n${body}\n`}${later.length > 0 ? `\n${later.join('')}` : ''}`
}
