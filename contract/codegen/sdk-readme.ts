/** Fills the table of functions in the SDK's README from the contract. */
import type { Document } from '../openapi/document.ts'
import { credentialHeader, functionsOf, type SdkFunction } from './sdk-operations.ts'

export function fillReadme(document: Document, readme: string): string {
  const rows = functionsOf(document).map((it) => {
    const others = it.inputs.filter(({ part }) => part !== 'path')
    const inputs = [
      ...it.pathParameters.map(({ name }) => name),
      ...others.map(({ part, isOptional }) => `${part}${isOptional ? '?' : ''}`),
    ]
    return `| \`${it.operation['x-sdk']}(${inputs.join(', ')})\` | ${requiredCredential(document, it)} |`
  })
  const table = ['| function | needs |', '| --- | --- |', ...rows].join('\n')
  return readme.replace(/(<!-- calls.*-->\n)[\s\S]*(?=<!-- end of calls -->)/, `$1${table}\n`)
}

/** The client option that holds the credential of an operation, with the scopes that it needs. */
function requiredCredential(document: Document, { operation }: SdkFunction): string {
  const header = credentialHeader(document, operation)
  if (!header) return ''
  const option = header === 'authorization' ? '`session`' : '`adminKey`'
  const scopes = Object.values(operation.security?.[0] ?? {}).flat()
  return scopes.length > 0 ? `${option}; scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}` : option
}
