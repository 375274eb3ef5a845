/** One page in four frameworks, with what it asks of the service. */
import { serve } from '@hono/node-server'
import { createMonitoring } from '@monitoring-service/sdk'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'

/** A refusal of the service is no status of this server: with 401, a browser would show a log-in. */
async function page(baseUrl, adminKey) {
  const { ok, data, status, error } = await createMonitoring({ baseUrl, adminKey }).admin.deletionRequests().result()
  if (ok) return { status: 200, body: { total: data.pagination.total } }
  console.error(`the service answered ${status}: ${error.message}`)
  return { status: 502, body: { error: 'the service refuses this server' } }
}

/** Each starts a server on a free port. */
export const frameworks = {
  Express(...service) {
    const app = express()
    app.get('/', async (_, response) => {
      const { status, body } = await page(...service)
      response.status(status).json(body)
    })
    return app.listen(0)
  },
  Koa(...service) {
    const app = new Koa()
    app.use(async (context) => {
      Object.assign(context, await page(...service))
    })
    return app.listen(0)
  },
  Fastify(...service) {
    const app = fastify()
    app.get('/', async (_, reply) => {
      const { status, body } = await page(...service)
      return reply.code(status).send(body)
    })
    app.listen({ port: 0 })
    return app.server
  },
  Hono(...service) {
    const app = new Hono()
    app.get('/', async (context) => {
      const { status, body } = await page(...service)
      return context.json(body, status)
    })
    return serve({ fetch: app.fetch, port: 0 })
  },
}
