/** The scenarios as files for the HTTP clients of editors, which keep the values of a response in two ways. */
import { STATUS_CODES } from 'node:http'
import { type CollectionRequest, variables } from './requests.ts'

/** How a client keeps properties of a response as variables. */
type Keep = (id: string, properties: [variable: string, property: string][]) => string

/** REST Client of VS Code: variables refer to the named request. After a body, they need a section of their own. */
export function toRestFile(requests: CollectionRequest[]): string {
  return toFile(requests, (id, properties) => {
    const lines = properties.map(([variable, property]) => `@${variable} = {{${id}.response.body.${property}}}\n`)
    return `\n###\n${lines.join('')}`
  })
}

/** JetBrains and httpYac: a script runs after the response. */
export function toHttpFile(requests: CollectionRequest[]): string {
  return toFile(requests, (_id, properties) => {
    const lines = properties.map(
      ([variable, property]) => `client.global.set("${variable}", response.body.${property});`,
    )
    return `\n> {%\n  ${lines.join('\n  ')}\n%}\n`
  })
}

function toFile(requests: CollectionRequest[], keep: Keep): string {
  const given = Object.entries(variables).map(([name, value]) => `@${name} = ${value}`)
  return `# The scenarios of openapi.yaml, made by npm run generate. Send the requests of logIn first: they keep the tokens.
# oauth@acme.example has no password: give oauthAcmeToken an access token of this user.
${given.join('\n')}
${requests.map((request) => toSection(request, keep)).join('')}`
}

function toSection(request: CollectionRequest, keep: Keep): string {
  const { folder, name, description, method, target, headers, body, status, code, variables: kept } = request
  const id = `${folder}_${name}`.replace(/\W/g, '_')
  const outcome = [status, STATUS_CODES[status], code].filter(Boolean).join(' ')
  const properties = Object.entries(kept)
  return `
### ${folder}.${name}: ${outcome}
# ${description}
# @name ${id}
${method} {{baseUrl}}${target}
${Object.entries(headers)
  .map(([header, value]) => `${header}: ${value}\n`)
  .join('')}${body === undefined ? '' : `\n${body}\n`}${properties.length > 0 ? keep(id, properties) : ''}`
}
