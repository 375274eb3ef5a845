/** Changes that break the rule `bounds`. */
import { readContract } from '@monitoring-service/contract/files'
import { at, schema } from './at.ts'
import type { Row } from './cases.ts'

const list = ['paths', '/admin/deletion-requests', 'get']
const parameters = '#/paths/~1admin~1deletion-requests/get/parameters'
const contract = readContract()
const most: number = at(contract, ...list, 'parameters', 1, 'schema').maximum
const longest: number = schema(contract, 'ResolveRequest').properties.cause.maxLength

export const boundCases: Row[] = [
  [
    'the largest page is larger than its list may be',
    (document) => {
      const parameter = at(document, ...list, 'parameters', 1)
      parameter.schema.maximum = 2 * most
      parameter.examples.limitTooLarge.value = 2 * most + 1
    },
    `${parameters}/1/schema/maximum is ${2 * most}, but #/components/schemas/DeletionRequestPage/properties/data/maxItems is ${most}: change one of them`,
  ],
  [
    'the list of a page has no bound',
    (document) => {
      const { data } = schema(document, 'DeletionRequestPage').properties
      delete data.maxItems
      delete data['x-decided'].maxItems
      if (Object.keys(data['x-decided']).length === 0) delete data['x-decided']
    },
    `${parameters}/1/schema/maximum is ${most}, but #/components/schemas/DeletionRequestPage/properties/data/maxItems is absent: change one of them`,
  ],
  [
    'a response bounds a parameter that it repeats more tightly',
    (document) => {
      schema(document, 'Pagination').properties.page.minimum = 0.5
      at(document, ...list, 'parameters', 0, 'schema').minimum = 0.3
    },
    `${parameters}/0/schema/minimum is 0.3, but #/components/schemas/Pagination/properties/page/minimum is 0.5: change one of them`,
  ],
  [
    'a response bounds a text of the request more tightly',
    (document) => {
      const { cause } = schema(document, 'Incident').properties
      cause.maxLength = 100
      cause['x-decided'] = { maxLength: 'Because.' }
    },
    `#/components/schemas/ResolveRequest/properties/cause/maxLength is ${longest}, ` +
      'but #/components/schemas/Incident/properties/cause/maxLength is 100: change one of them',
  ],
  [
    'daysRemaining cannot hold the grace period',
    (document) => {
      const { daysRemaining } = schema(document, 'DeletionRequest').properties
      daysRemaining.maximum = 29
      daysRemaining['x-decided'] = { ...daysRemaining['x-decided'], maximum: 'Because.' }
    },
    '#/x-limits/gracePeriodDays is 30, but #/components/schemas/DeletionRequest/properties/daysRemaining/maximum is 29: change one of them',
  ],
  [
    'a reason speaks of a bound that was changed',
    (document) => Object.assign(schema(document, 'ResolveRequest').properties.cause, { maxLength: longest - 1 }),
    `this text speaks of ${longest.toLocaleString('en')}, which is no bound or limit of the contract`,
  ],
]
