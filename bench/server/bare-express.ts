/** The operations on plain Express, without validation: `bare-express.ts PORT`. */
import { implementation, startApp } from './express-app.ts'
import { checkSignup, toPageQuery } from './operations.ts'

startApp({
  async toInput(operationId, { headers, params: path, query, body }) {
    const caller = await implementation.identify(operationId, headers)
    checkSignup(operationId, body)
    return { path, query: toPageQuery(query), body, caller }
  },
})
