/** Formats a scenario as a Go program that sends its request by the standard library. */
import type { Contract } from '../derive/contract.ts'
import type { OperationEntry } from '../derive/operations.ts'
import type { Scenario } from '../derive/scenarios.ts'
import { credentialSourceOf, isSendable, type SampleOptions } from './credential-source.ts'
import { toRequest } from './scenario-request.ts'

const stopOnError = ['if err != nil {', '\tlog.Fatal(err)', '}']

/** @returns undefined for an address that the library refuses. */
export function toGoProgram(scenario: Scenario, contract: Contract, options: SampleOptions): string | undefined {
  const source = credentialSourceOf(scenario, contract.operations[scenario.operationId] as OperationEntry, options)
  const credential = source && ('key' in source ? { adminKey: source.key } : { token: '' })
  const { method, target, headers, body } = toRequest(scenario, contract, credential ?? {})
  if (!isSendable(target)) return undefined
  const reader = body === undefined ? 'nil' : `strings.NewReader(${toText(body)})`
  const statements = [
    ...tokenLines(source),
    `request, err := http.NewRequest(${toText(method)}, baseURL+${toText(target)}, ${reader})`,
    ...stopOnError,
    ...Object.entries(headers).map(([name, value]) => {
      return `request.Header.Set(${toText(name)}, ${name === 'Authorization' ? '"Bearer "+token' : toText(value)})`
    }),
    'response, err := http.DefaultClient.Do(request)',
    ...stopOnError,
    'defer response.Body.Close()',
    'text, err := io.ReadAll(response.Body)',
    ...stopOnError,
    'fmt.Println(response.StatusCode, string(text))',
  ]
  const code = statements.join('\n')
  // Go refuses unused imports; a package is used by the last part of its path.
  const packages = ['encoding/json', 'fmt', 'io', 'log', 'net/http', 'strings']
  const imports = packages.filter((path) => code.includes(`${path.replace(/^.*\//, '')}.`))
  return [
    'package main\n\nimport (',
    ...imports.map((path) => `\t${toText(path)}`),
    `)\n\nconst baseURL = ${toText(options.baseUrl)}\n\nfunc main() {`,
    ...statements.map((line) => `\t${line}`),
    '}',
  ].join('\n')
}

function tokenLines(source: ReturnType<typeof credentialSourceOf>): string[] {
  if (!source || 'key' in source) return []
  if ('token' in source) return [`token := ${toText(source.token)}`]
  const body = `strings.NewReader(${toText(JSON.stringify(source.login))})`
  return [
    `login, err := http.Post(baseURL+"/auth/login", "application/json", ${body})`,
    ...stopOnError,
    'var session map[string]any',
    'if err := json.NewDecoder(login.Body).Decode(&session); err != nil {',
    '\tlog.Fatal(err)',
    '}',
    `token := session["${source.property}"].(string)`,
  ]
}

/** A text as Go; a long run of one letter is not written out. */
function toText(text: string): string {
  const [, filler] = /^(.)\1{999,}$/.exec(text) ?? []
  if (filler) return `strings.Repeat("${filler}", ${text.length})`
  return text.includes('"') && !text.includes('`') ? `\`${text}\`` : JSON.stringify(text)
}
