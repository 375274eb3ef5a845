/** Resolves an incident in a server action: the browser sees neither the service nor the token. */
import { ApiError, createMonitoring } from '@monitoring-service/sdk'
import { redirect } from 'next/navigation'

const {
  API_URL = 'http://localhost:3000',
  EMAIL = 'owner@acme.example',
  PASSWORD = 'correct-horse-battery',
} = process.env

async function resolve() {
  'use server'
  const monitoring = createMonitoring({
    baseUrl: API_URL,
    session: { token: async () => (await monitoring.auth.login({ email: EMAIL, password: PASSWORD })).accessToken },
  })
  const message = await monitoring.incidents.resolve('01J0000000000001NC1DENT001').then(
    ({ incident }) => `Resolved at ${incident.resolvedAt}.`,
    (error) => (error instanceof ApiError ? error.detail.message : 'The service cannot be reached.'),
  )
  redirect(`/?${new URLSearchParams({ message })}`)
}

export default async function Page({ searchParams }: { searchParams: Promise<{ message?: string }> }) {
  const { message } = await searchParams
  return (
    <form action={resolve}>
      <h1>Checkout is slow</h1>
      <button type="submit">Resolve</button>
      <p role="status">{message}</p>
    </form>
  )
}
