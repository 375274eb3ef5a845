/** The page in Vitest: MSW answers in place of the service. */
import { createHandlers, scenario } from '@monitoring-service/mock/msw'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { App } from '../src/App.tsx'
import { services } from '../src/service.ts'

const server = setupServer(...createHandlers({ baseUrl: services.server }))
beforeAll(() => server.listen())
afterEach(() => {
  server.resetHandlers()
  cleanup()
})
afterAll(() => server.close())

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function submitLogin() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>,
  )
  click('Log in')
}

async function logIn() {
  submitLogin()
  await screen.findByText('Logged in as owner@acme.example, owner.')
}

test('resolves an incident', async () => {
  await logIn()
  click('Resolve: Checkout is slow')
  await screen.findByText(/^Resolved at 2/)
})

test.each([
  ['alreadyResolved', 'This incident is resolved already and cannot be changed.'],
  ['readScopeOnly', 'This needs write scope. Your role can only read.'],
] as const)('shows the message of %s', async (name, message) => {
  await logIn()
  server.use(scenario('resolveIncident', name))
  click('Resolve: Checkout is slow')
  await screen.findByText(message)
})

test.each([
  ['wrongPassword', 'E-mail address or password is wrong.'],
  ['tooManyAttempts', 'Too many tries. Try again in 15 minutes.'],
] as const)('a log-in with the response %s says what to do', async (name, message) => {
  server.use(scenario('login', name))
  submitLogin()
  await screen.findByText(message)
})
