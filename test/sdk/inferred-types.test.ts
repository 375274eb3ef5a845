/** What the compiler knows of the SDK without a cast: statuses, data and details of errors. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  ApiError,
  ApiErrorOf,
  ConnectionError,
  DeletionRequest,
  ErrorCode,
  ErrorDetail,
  Incident,
  KnownErrorDetail,
  Monitoring,
  ResetMonitorStatsErrors,
  ResponseError,
  TimeoutError,
  UndeclaredApiError,
  UndeclaredStatus,
} from '../../sdk/index.ts'
import { client, errorBody, sendJson, serve } from './harness.ts'

/** Takes code that is compiled and never run. */
const compiled = (..._: unknown[]) => expect(true).toBe(true)

describe('the compiler knows', () => {
  test('all statuses of a call, so that a switch can be complete', async () => {
    const { baseUrl } = await serve((to) => sendJson(to, 409, errorBody(409, 'AUTO_INCIDENT_NOT_DELETABLE')))
    const result = await client(baseUrl).incidents.delete('id').result()
    const say = (): string => {
      switch (result.status) {
        case 204:
          return 'deleted'
        case 409:
          expectTypeOf<'AUTO_INCIDENT_NOT_DELETABLE'>().toExtend<typeof result.error.code>()
          return result.error.code
        case 400:
        case 401:
        case 403:
        case 404:
        case 405:
        case 413:
        case 415:
        case 500:
        case 503:
          return result.error.message
        case undefined:
          expectTypeOf(result.error).toEqualTypeOf<ResponseError | ConnectionError | TimeoutError>()
          return result.error.name
        default:
          // Statuses may be added.
          expectTypeOf(result.status).toEqualTypeOf<UndeclaredStatus>()
          expectTypeOf(result.error).toEqualTypeOf<UndeclaredApiError>()
          return 'unknown'
      }
    }
    expect(say()).toBe('AUTO_INCIDENT_NOT_DELETABLE')
  })

  test('the data of each call, of its response and of its records', () => {
    compiled(async (api: Monitoring) => {
      expectTypeOf(await api.incidents.resolve('id')).toEqualTypeOf<{ incident: Incident }>()
      const { data, requestId, attempts } = await api.incidents.resolve('id').withResponse()
      expectTypeOf(data).toEqualTypeOf<{ incident: Incident }>()
      expectTypeOf(requestId).toEqualTypeOf<string | undefined>()
      expectTypeOf(attempts).toEqualTypeOf<number>()
      for await (const record of api.admin.deletionRequests()) expectTypeOf(record).toEqualTypeOf<DeletionRequest>()
    })
  })

  test('the details of a code, and that codes may be added', () => {
    expectTypeOf<KnownErrorDetail>().toExtend<ErrorDetail>()
    expectTypeOf<string>().toExtend<ErrorCode>()
    type Forbidden = ApiErrorOf<ResetMonitorStatsErrors[403]>
    expectTypeOf<Forbidden['detail']['upgradeUrl']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Forbidden>().toExtend<ApiError>()
    compiled((code: ErrorCode) => {
      switch (code) {
        case 'INCIDENT_NOT_FOUND':
        case 'A_CODE_OF_TOMORROW':
      }
    })
  })
})
