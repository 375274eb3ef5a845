/** Hono with zod-openapi, which validates requests; answers are parsed by hand: `server-hono.ts PORT`. */
import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { OperationId } from '@monitoring-service/contract'
import type { Context } from 'hono'
import { common, invalid, openWorld, refusal } from './server-world.ts'

const world = await openWorld()
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
const answers: Partial<Record<OperationId, z.ZodType>> = {
  resolveIncident: z.strictObject({ incident }),
  listDeletionRequests: z.strictObject({ data: z.array(item), pagination }),
}
const responses = { 200: { description: 'as the contract says' } }
const json = (schema: z.ZodType, required = true) => ({
  body: { required, content: { 'application/json': { schema } } },
})

const app = new OpenAPIHono({
  defaultHook: (result) => {
    if (!result.success) throw invalid(result.error.issues[0]?.message ?? '')
  },
})
app.onError((thrown, c) => {
  const { status, headers, body } = refusal(thrown)
  return c.json(body, status as 500, headers)
})
app.use(async (c, next) => {
  for (const [name, value] of Object.entries(common(c.req.header()))) c.header(name, value)
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
  // Its own validators come behind this one, so that security is asked first.
  const identify = async (c: Context, next: () => Promise<void>) => {
    c.set('caller', await world.identify(operationId, c.req.header()))
    await next()
  }
  const route = createRoute({ method, path, request, responses, middleware: [identify] })
  app.openapi(route, (async (c: Context) => {
    const valid = (target: string) => c.req.valid(target as never) as object
    const asked = { path: valid('param'), query: valid('query'), body: valid('json') }
    const { status, body } = await world.operate(operationId, { ...asked, caller: c.get('caller') })
    return c.json(answers[operationId]?.parse(body) as object, status as 200)
  }) as never)
}

serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
