/** Fills the table of functions in the SDK's README from the contract. */
import { type Document, dereference, listOperations, type Operation, type Parameter } from '../openapi/document.ts'

export function fillReadme(document: Document, readme: string): string {
  const rows = listOperations(document).map(({ operation }) => {
    const { parameters = [], requestBody } = operation
    const given = parameters.map((parameter) => dereference<Parameter>(document, parameter))
    const inputs = [
      ...given.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      ...(requestBody ? [`body${requestBody.required ? '' : '?'}`] : []),
      ...(given.some((parameter) => parameter.in === 'query') ? ['query?'] : []),
    ]
    return `| \`${operation['x-sdk']}(${inputs.join(', ')})\` | ${requiredCredential(document, operation)} |`
  })
  const table = ['| function | needs |', '| --- | --- |', ...rows].join('\n')
  return readme.replace(/(<!-- calls.*-->\n)[\s\S]*(?=<!-- end of calls -->)/, `$1${table}\n`)
}

/** The client option that holds the credential of an operation, with the scopes that it needs. */
function requiredCredential(document: Document, { security }: Operation): string {
  const [name, scopes] = Object.entries(security?.[0] ?? {})[0] ?? []
  const scheme = document.components.securitySchemes?.[name ?? '']
  if (!scheme || !scopes) return ''
  const option = scheme.name ? '`adminKey`' : '`session`'
  return scopes.length > 0 ? `${option}; scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}` : option
}
