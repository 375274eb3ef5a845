/** The scenarios as a collection for Postman, format 2.1: each request with its response as example and as test. */
import { STATUS_CODES } from 'node:http'
import { type CollectionRequest, variables } from './requests.ts'

export function toPostman(title: string, requests: CollectionRequest[]): object {
  const folders = [...Map.groupBy(requests, ({ folder }) => folder)]
  return {
    info: {
      name: title,
      description:
        'The scenarios of openapi.yaml, made by npm run generate. The folder logIn comes first: it keeps the tokens.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: folders.map(([name, members]) => ({ name, item: members.map(toItem) })),
  }
}

function toItem({ name, description, status, code, response, variables: kept, ...sent }: CollectionRequest): object {
  const { method, target, headers, body } = sent
  const request = {
    description,
    method,
    url: `{{baseUrl}}${target}`,
    header: Object.entries(headers).map(([key, value]) => ({ key, value })),
    ...(body !== undefined && { body: { mode: 'raw', raw: body } }),
  }
  const exec = [
    `pm.test('returns ${[status, code].filter(Boolean).join(' ')}', () => {`,
    `  pm.response.to.have.status(${status})`,
    ...(code ? [`  pm.expect(pm.response.json().error.code).to.equal('${code}')`] : []),
    '})',
    ...Object.entries(kept).map(
      ([variable, property]) => `pm.collectionVariables.set('${variable}', pm.response.json().${property})`,
    ),
  ]
  const example = {
    name,
    originalRequest: request,
    code: status,
    status: STATUS_CODES[status],
    header: response === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    ...(response !== undefined && { body: JSON.stringify(response, null, 2), _postman_previewlanguage: 'json' }),
  }
  const event = [{ listen: 'test', script: { type: 'text/javascript', exec } }]
  // Without it, Postman drops the body of a GET.
  return { name, request, event, response: [example], protocolProfileBehavior: { disableBodyPruning: true } }
}
