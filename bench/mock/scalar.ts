/** A mock by @scalar/mock-server, as in its guide: `scalar.ts PORT CONTRACT`. */
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

const [port, document = ''] = process.argv.slice(2)
const app = await createMockServer({ document, logger: false })
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
