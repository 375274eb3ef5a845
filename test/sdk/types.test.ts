/** Mistakes that the types of the SDK reject, checked by `npm run check:types`. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createFetch } from '../../sdk/fetch.ts'
import type {
  Failure,
  Monitoring,
  ResetMonitorStatsErrors,
  StatsReset,
  Thrown,
  UndeclaredStatus,
} from '../../sdk/index.ts'
import { ApiError } from '../../sdk/index.ts'

/** Takes code that is compiled and never run. */
const compiled = (..._: unknown[]) => expect(true).toBe(true)

/** Compiles only if all cases are handled before. */
const unreachable = (nothing: never): never => nothing

const isUndeclared = (status: number): status is UndeclaredStatus => ![400, 401, 403, 404, 409].includes(status)

describe('the compiler rejects', () => {
  test('a wrong input', () => {
    compiled((api: Monitoring) => [
      // @ts-expect-error an id is a text
      api.incidents.resolve(7),
      // @ts-expect-error an id is needed
      api.incidents.delete(),
      // @ts-expect-error a body is needed
      api.auth.login(),
      // @ts-expect-error a password is needed
      api.auth.login({ email: 'a@b.example' }),
      // @ts-expect-error a misspelled field
      api.incidents.resolve('id', { casue: 'A' }),
      // @ts-expect-error a cause is a text
      api.incidents.resolve('id', { cause: null }),
      // @ts-expect-error one proof or the other is needed
      api.account.scheduleDeletion({}),
      // @ts-expect-error a page is a number
      api.admin.deletionRequests({ page: '1' }),
      // @ts-expect-error to delete before undefined would be to delete everything
      api.services.resetStats('id', { before: undefined }),
      // @ts-expect-error a misspelled parameter
      api.monitors.resetStats('id', { befor: '2025-01-01' }),
      // @ts-expect-error the options come last
      api.monitors.resetStats('id', { signal: AbortSignal.timeout(1) }),
      // @ts-expect-error a misspelled option
      api.incidents.delete('id', { timeOut: 1 }),
    ])
  })

  test('a wrong path, or a path without its id', () => {
    const fetch = createFetch({ baseUrl: 'https://example.com' })
    compiled(() => [
      // @ts-expect-error no such path
      fetch.PUT('/api/v1/incidents/{id}'),
      // @ts-expect-error no such method
      fetch.GET('/auth/login', {}),
      // @ts-expect-error an id is needed
      fetch.DELETE('/api/v1/incidents/{id}', {}),
    ])
  })

  test('reading data or error before the outcome is known', () => {
    compiled(async (api: Monitoring) => {
      const result = await api.monitors.resetStats('id').result()
      // @ts-expect-error perhaps there is no data
      result.data.deletedCount
      // @ts-expect-error perhaps there is no error
      result.error.message
      if (result.ok) expectTypeOf(result.data).toEqualTypeOf<StatsReset>()
      else expectTypeOf(result.error).toExtend<Failure>()
    })
  })

  test('reading upgradeUrl before the code is known', () => {
    compiled(async (api: Monitoring, error: ApiError) => {
      const result = await api.monitors.resetStats('id').result()
      if (result.status === 403) {
        expectTypeOf(result.error.detail.upgradeUrl).toEqualTypeOf<string | undefined>()
        if ((result.error.code as string) === 'TEAM_SUSPENDED') expectTypeOf(result.error.status).toEqualTypeOf<403>()
        if (result.error.detail.code === 'PLAN_UPGRADE_REQUIRED') {
          expectTypeOf(result.error.detail.upgradeUrl).toEqualTypeOf<string>()
        }
      }
      // @ts-expect-error a missing monitor has no such field
      if (result.status === 404) result.error.detail.upgradeUrl
      // @ts-expect-error any refusal may have another code
      error.detail.upgradeUrl
      const caught: unknown = error
      // @ts-expect-error any refusal may have another code
      if (caught instanceof ApiError) caught.detail.upgradeUrl
      if (caught instanceof ApiError && caught.code === 'PLAN_UPGRADE_REQUIRED') {
        expectTypeOf(caught.detail.upgradeUrl).toEqualTypeOf<string>()
      }
      if (caught instanceof ApiError && (caught.code as string) === 'TEAM_SUSPENDED') {
        expectTypeOf(caught.detail.message).toEqualTypeOf<string>()
      }
      if (error.detail.code === 'PLAN_UPGRADE_REQUIRED') {
        expectTypeOf(error.detail.upgradeUrl).toEqualTypeOf<string>()
      }
    })
  })

  test('the detail of an error that a mutation gets, once its code is compared', () => {
    compiled((error: Thrown<ResetMonitorStatsErrors>) => {
      if (error.code === 'PLAN_UPGRADE_REQUIRED') expectTypeOf(error.detail.upgradeUrl).toEqualTypeOf<string>()
      // @ts-expect-error a lost connection has no detail
      error.detail.upgradeUrl
    })
  })

  test('a misspelt code, in catch, in a result, in a switch, and of a mutation', () => {
    compiled(async (api: Monitoring, caught: unknown, error: Thrown<ResetMonitorStatsErrors>) => {
      // @ts-expect-error misspelt
      if (caught instanceof ApiError) caught.code === 'INCIDENT_ALREADY_RESOLVEDD'
      const result = await api.incidents.resolve('id').result()
      if (result.ok) return
      // @ts-expect-error misspelt
      result.error.code === 'INCIDENT_ALREADY_RESOLVEDD'
      const sent = result.error.toJSON()
      expectTypeOf(sent.message).toEqualTypeOf<string>()
      // @ts-expect-error misspelt
      sent.code === 'INCIDENT_ALREADY_RESOLVEDD'
      // @ts-expect-error headers may have secrets
      sent.headers
      if (result.error instanceof ApiError) {
        switch (result.error.code) {
          case 'INCIDENT_ALREADY_RESOLVED':
          // @ts-expect-error misspelt
          case 'INCIDENT_NOT_FOUNDD':
        }
      }
      // @ts-expect-error misspelt
      error.code === 'PLAN_UPGRADE_REQUIREDD'
      // A code of tomorrow is compared as a text.
      const code: string | undefined = result.error.code
      return code === 'A_CODE_OF_TOMORROW'
    })
  })

  test('a switch that forgets a status', () => {
    compiled(async (api: Monitoring) => {
      const result = await api.incidents.delete('id').result()
      if (result.ok || result.status === undefined) return
      switch (result.status) {
        case 400:
        case 401:
        case 403:
        case 404:
        case 405:
        case 413:
        case 415:
        case 500:
        case 503:
          return
        default:
          if (isUndeclared(result.status)) return
          // @ts-expect-error 409 is not handled
          unreachable(result.status)
      }
    })
  })
})
