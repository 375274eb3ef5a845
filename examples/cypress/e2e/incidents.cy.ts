/** The page in Cypress, against a running mock with memory. */
import { connectMock } from '@monitoring-service/mock/client'

const mock = connectMock('http://localhost:4010')

beforeEach(() => {
  cy.then(() => mock.reset())
  cy.visit('/')
  cy.contains('label', 'the mock').click()
  cy.contains('button', 'Log in').click()
})

const resolve = () => cy.get('[aria-label="Resolve: Checkout is slow"]').click()

it('shows an error, then resolves the incident', () => {
  cy.then(() => mock.next('resolveIncident', 'readScopeOnly'))
  resolve()
  cy.contains('This needs write scope. Your role can only read.')
  resolve()
  cy.contains(/Resolved at 2/)
  cy.then(() => mock.calls('resolveIncident')).should('have.length', 2)
})
