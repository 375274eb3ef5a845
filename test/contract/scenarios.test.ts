/** The contract's scenarios cover every response, and use the demo data only. */
import { errors, operations, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'

const { schemas } = readContract().components

describe('the scenarios', () => {
  it('leave one account with a password alone, for tools that test', () => {
    expect(demoData.users.some(({ email, passwordHash }) => email === 'tester@acme.example' && passwordHash)).toBe(true)
    expect(JSON.stringify(readContract())).not.toContain('tester@acme.example')
  })

  it('cover every declared status of every operation', () => {
    const declared = Object.entries(operations).flatMap(([id, { responses }]) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    )
    const covered = new Set(scenarios.map(({ operationId, status }) => `${operationId} ${status}`))
    expect(declared.filter((response) => !covered.has(response))).toEqual([])
  })

  it('cover every error code', () => {
    const covered = new Set(scenarios.map(({ code }) => code))
    expect(Object.keys(errors).filter((code) => !covered.has(code))).toEqual([])
  })

  it.each([
    ['Incident', 'monitorId'],
    ['Incident', 'title'],
    ['Incident', 'cause'],
    ['DeletionRequest', 'name'],
    ['DeletionRequest', 'teamName'],
  ])('contain %s.%s as null and as a value', (schema, field) => {
    const values = recordsOf(schema).map((record) => record[field])
    expect(values).toContain(null)
    expect(values.some((value) => value !== null)).toBe(true)
  })

  // A resolved incident has a resolution time and a scheduled user has days left, although the schema allows null.
  it.each([
    ['resolveIncident', 'Incident', 'resolvedAt'],
    ['listDeletionRequests', 'DeletionRequest', 'daysRemaining'],
  ])('of %s contain %s.%s, which is nullable, as a value only', (operationId, schema, field) => {
    expect(schemas[schema]?.properties?.[field]).toMatchObject({ type: expect.arrayContaining(['null']) })
    const values = recordsOf(schema, operationId).map((record) => record[field])
    expect(values.length).toBeGreaterThan(0)
    expect(values).not.toContain(null)
  })

  it('contain an incident with and without a service, and a user with and without a name', () => {
    expect(new Set(recordsOf('Incident').map((incident) => 'serviceId' in incident)).size).toBe(2)
    const users = scenarios.map(({ response }) => (response as { user?: object } | undefined)?.user)
    expect(new Set(users.filter((user) => user !== undefined).map((user) => 'name' in user)).size).toBe(2)
  })

  it('use only ids and users of the demo data', () => {
    const { users, teams, incidents, services, monitors } = demoData
    const known = new Set([users, teams, incidents, services, monitors].flat().map(({ id }) => id))
    const unknown = scenarios.map(({ path }) => path.id).filter((id) => id !== undefined && !known.has(id))
    expect(unknown.filter((id) => !id?.endsWith('999') && id !== '%zz')).toEqual([])
    const callers = scenarios.map(({ caller }) => caller).filter((caller) => caller.includes('@'))
    expect(callers.filter((caller) => !users.some(({ email }) => email === caller))).toEqual([])
  })
})

/** The records of one schema in the successful responses of one operation, or of all. */
function recordsOf(schema: string, id?: string): Record<string, unknown>[] {
  return scenarios
    .filter(({ operationId }) => id === undefined || operationId === id)
    .flatMap(({ response }) => {
      const { incident, data } = (response ?? {}) as { incident?: object; data?: object[] }
      return (schema === 'Incident' ? [incident] : (data ?? [])) as Record<string, unknown>[]
    })
    .filter((record) => record !== undefined)
}
