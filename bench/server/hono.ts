/** Hono with zod-openapi, which validates requests; responses are parsed explicitly: `hono.ts PORT`. */
import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { OperationId } from '@monitoring-service/contract'
import type { Context } from 'hono'
import { commonHeaders, invalid, openOperations, port, toErrorResponse } from './operations.ts'

const { identify, operate } = await openOperations()
const time = z.iso.datetime({ precision: 3 })
const id = z.string().min(1)
const incident = z.strictObject({
  id,
  monitorId: id.nullable(),
  teamId: id,
  type: z.string(),
  status: z.string(),
  title: z.string().nullable(),
  startedAt: time,
  resolvedAt: time.nullable(),
  cause: z.string().nullable(),
  serviceId: id.optional(),
  createdAt: time,
})
const item = z.strictObject({
  id: z.ulid(),
  email: z.email().max(254),
  name: z.string().nullable(),
  teamId: id,
  teamName: z.string().nullable(),
  deletionRequestedAt: time,
  deletionScheduledAt: time,
  daysRemaining: z.int().min(0).nullable(),
  createdAt: time,
})
const count = (most: number) => z.coerce.number().int().min(1).max(most)
const pagination = z.strictObject({ page: z.int().min(1), limit: z.int().min(1), total: z.int().min(0) })
const bodies: Partial<Record<OperationId, z.ZodType>> = {
  resolveIncident: z.strictObject({ incident }),
  listDeletionRequests: z.strictObject({ data: z.array(item), pagination }),
}
const responses = { 200: { description: 'See the contract.' } }
const json = (schema: z.ZodType, required = true) => ({
  body: { required, content: { 'application/json': { schema } } },
})

const app = new OpenAPIHono({
  defaultHook: (result) => {
    if (!result.success) throw invalid(result.error.issues[0]?.message ?? '')
  },
})
app.onError((thrown, c) => {
  const { status, headers, body } = toErrorResponse(thrown)
  return c.json(body, status as 500, headers)
})
app.use(async (c, next) => {
  for (const [name, value] of Object.entries(commonHeaders(c.req.header()))) c.header(name, value)
  await next()
})

const resolve = { params: z.object({ id }), ...json(z.strictObject({ cause: z.string().optional() }), false) }
add('resolveIncident', 'put', '/api/v1/incidents/{id}/resolve', resolve)
const page = z.strictObject({ page: count(1_000_000).default(1), limit: count(100).default(20) })
add('listDeletionRequests', 'get', '/admin/deletion-requests', { query: page })
const account = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(8).max(72),
  name: z.string().optional(),
})
add('signup', 'post', '/auth/signup', json(account))

function add(operationId: OperationId, method: 'get' | 'put' | 'post', path: string, request: object): void {
  // Runs before the route's validators, so that security is checked first.
  const setCaller = async (c: Context, next: () => Promise<void>) => {
    c.set('caller', await identify(operationId, c.req.header()))
    await next()
  }
  const route = createRoute({ method, path, request, responses, middleware: [setCaller] })
  app.openapi(route, (async (c: Context) => {
    const valid = (target: string) => c.req.valid(target as never) as object
    const input = { path: valid('param'), query: valid('query'), body: valid('json'), caller: c.get('caller') }
    const { status, body } = await operate(operationId, input)
    return c.json(bodies[operationId]?.parse(body) as object, status as 200)
  }) as never)
}

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
