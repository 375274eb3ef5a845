/** The service that the page talks to: server or mock, and who is logged in there. */
import { createClient } from '@monitoring-service/sdk/react-query'

/** Where `npm start` puts them, unless the page's address says otherwise: `?server=URL&mock=URL`. */
const given = new URLSearchParams(location.search)
export const services = {
  server: given.get('server') ?? 'http://localhost:3000',
  mock: given.get('mock') ?? 'http://localhost:4010',
} as const
export type ServiceName = keyof typeof services

/** A client for one service and one session. TanStack Query repeats nothing of mutations, the client what is safe. */
export function clientOf(service: ServiceName, accessToken?: string) {
  return createClient({ baseUrl: services[service], session: { token: () => accessToken ?? '' } })
}
export type Client = ReturnType<typeof clientOf>
