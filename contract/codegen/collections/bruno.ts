/** The scenarios as a collection for Bruno: a folder with one file for each request. */
import { type CollectionRequest, variables } from './requests.ts'

/** @returns the texts of the files by their paths. */
export function toBruno(title: string, requests: CollectionRequest[]): Record<string, string> {
  const given = Object.entries(variables).map(([name, value]) => `  ${name}: ${value}`)
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: title, type: 'collection' }, null, 2)}\n`,
    'environments/demo.bru': `vars {\n${given.join('\n')}\n}\n`,
    // Without a number, folders run in alphabetical order.
    ...Object.fromEntries(
      [...new Set(requests.map(({ folder }) => folder))].map((folder, index) => [
        `${folder}/folder.bru`,
        `meta {\n  name: ${folder}\n  seq: ${index + 1}\n}\n`,
      ]),
    ),
    ...Object.fromEntries(
      requests.map((request, index) => [`${request.folder}/${request.name}.bru`, toFile(request, index + 1)]),
    ),
  }
}

function toFile(request: CollectionRequest, seq: number): string {
  const { name, description, method, target, headers, body, status, code, variables: kept } = request
  const bodyMode = body === undefined ? 'none' : 'text'
  const url = `{{baseUrl}}${target}`
  const indent = (text: string) => text.replace(/^/gm, '  ')
  const blocks: [name: string, lines: string[]][] = [
    ['meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]],
    [method.toLowerCase(), [`url: ${url}`, `body: ${bodyMode}`, 'auth: none']],
    ['headers', Object.entries(headers).map(([header, value]) => `${header}: ${value}`)],
    ['body:text', body === undefined ? [] : [body]],
    [
      'script:post-response',
      Object.entries(kept).map(([variable, property]) => `bru.setVar('${variable}', res.body.${property})`),
    ],
    ['assert', [`res.status: eq ${status}`, ...(code ? [`res.body.error.code: eq ${code}`] : [])]],
    ['docs', [description]],
  ]
  const texts = blocks
    .filter(([, lines]) => lines.length > 0)
    .map(([block, lines]) => `${block} {\n${lines.map(indent).join('\n')}\n}`)
  return `${texts.join('\n\n')}\n`
}
