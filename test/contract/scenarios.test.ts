/** The contract's scenarios leave nothing out, and speak of the demo data only. */
import { errors, operations, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'

const { schemas } = readContract().components

describe('the scenarios', () => {
  it('play every declared status of every operation', () => {
    const declared = Object.entries(operations).flatMap(([id, { responses }]) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    )
    const played = new Set(scenarios.map(({ operationId, status }) => `${operationId} ${status}`))
    expect(declared.filter((response) => !played.has(response))).toEqual([])
  })

  it('play every error code', () => {
    const played = new Set(scenarios.map(({ code }) => code))
    expect(Object.keys(errors).filter((code) => !played.has(code))).toEqual([])
  })

  it('play every condition of the document, part 7', () => {
    const conditions = {
      signup: ['VALIDATION_ERROR', 'EMAIL_ALREADY_REGISTERED'],
      login: ['INVALID_CREDENTIALS'],
      resolveIncident: ['INCIDENT_ALREADY_RESOLVED', 'UNAUTHENTICATED', 'INCIDENT_NOT_FOUND'],
      deleteIncident: ['AUTO_INCIDENT_NOT_DELETABLE', 'UNAUTHENTICATED', 'INCIDENT_NOT_FOUND'],
      scheduleAccountDeletion: ['WRONG_PASSWORD', 'DELETION_ALREADY_REQUESTED', 'TEAM_HAS_OTHER_MEMBERS'],
      listDeletionRequests: ['INVALID_ADMIN_KEY'],
      resetServiceStats: ['PLAN_UPGRADE_REQUIRED', 'SERVICE_NOT_FOUND'],
      resetMonitorStats: ['PLAN_UPGRADE_REQUIRED', 'MONITOR_NOT_FOUND'],
    }
    for (const [id, codes] of Object.entries(conditions)) {
      const played = scenarios.filter(({ operationId }) => operationId === id).map(({ code }) => code)
      expect(played).toEqual(expect.arrayContaining(codes))
    }
  })

  it.each([
    ['Incident', 'monitorId'],
    ['Incident', 'title'],
    ['Incident', 'cause'],
    ['DeletionRequest', 'name'],
    ['DeletionRequest', 'teamName'],
  ])('show %s.%s as null and as a value', (schema, field) => {
    const values = records(schema).map((record) => record[field])
    expect(values).toContain(null)
    expect(values.some((value) => value !== null)).toBe(true)
  })

  // A resolved incident has a time of resolution and a scheduled user has days left, so no true answer has null here.
  it.each([
    ['Incident', 'resolvedAt'],
    ['DeletionRequest', 'daysRemaining'],
  ])('show %s.%s, which a client must accept as null, as a value', (schema, field) => {
    expect(schemas[schema]?.properties?.[field]).toMatchObject({ type: expect.arrayContaining(['null']) })
    expect(records(schema).map((record) => record[field])).not.toContain(null)
  })

  it('show an incident with and without a service, and a user with and without a name', () => {
    expect(new Set(records('Incident').map((incident) => 'serviceId' in incident)).size).toBe(2)
    const users = scenarios.map(({ response }) => (response as { user?: object } | undefined)?.user)
    expect(new Set(users.filter((user) => user !== undefined).map((user) => 'name' in user)).size).toBe(2)
  })

  it('speak of the ids and the users of the demo data only', () => {
    const { users, incidents, services, monitors } = demoData
    const known = new Set([...incidents, ...services, ...monitors].map(({ id }) => id))
    const unknown = scenarios.map(({ path }) => path.id).filter((id) => id !== undefined && !known.has(id))
    expect(unknown.filter((id) => !id?.endsWith('999') && id !== '%zz')).toEqual([])
    const callers = scenarios.map(({ caller }) => caller).filter((caller) => caller.includes('@'))
    expect(callers.filter((caller) => !users.some(({ email }) => email === caller))).toEqual([])
  })
})

/** The records of one schema in all successful answers. */
function records(schema: string): Record<string, unknown>[] {
  return scenarios
    .flatMap(({ response }) => {
      const { incident, data } = (response ?? {}) as { incident?: object; data?: object[] }
      return (schema === 'Incident' ? [incident] : (data ?? [])) as Record<string, unknown>[]
    })
    .filter((record) => record !== undefined)
}
