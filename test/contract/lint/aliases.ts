/** Changes that break the rule `aliases`. */
import { examples, post, shared } from './at.ts'
import type { Row } from './cases.ts'

export const aliasCases: Row[] = [
  [
    'two responses share their headers by an alias',
    (document) => {
      shared(document, 'NotFound').headers = shared(document, 'PayloadTooLarge').headers
    },
    'write this out or refer to a component, instead of a YAML alias',
  ],
  [
    'two examples share a value by an alias',
    (document) => {
      const { login, loginAsAdmin } = examples(post(document, '/auth/login').requestBody)
      loginAsAdmin.value = login.value
    },
    'write this out or refer to a component, instead of a YAML alias',
  ],
]
