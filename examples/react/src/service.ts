/** Clients for the two services of the page, server and mock. */
import { createClient } from '@monitoring-service/sdk/react-query'

/** The addresses of `npm start`, unless the page's URL overrides them: `?server=URL&mock=URL`. */
const given = new URLSearchParams(location.search)
export const services = {
  server: given.get('server') ?? 'http://localhost:3000',
  mock: given.get('mock') ?? 'http://localhost:4010',
} as const
export type ServiceName = keyof typeof services

/** A client for one service and one session. TanStack Query does not retry mutations; the client retries where it is safe. */
export function clientOf(service: ServiceName, accessToken?: string) {
  return createClient({ baseUrl: services[service], session: { token: () => accessToken ?? '' } })
}
export type Client = ReturnType<typeof clientOf>
