/** An HTTP client for one reference implementation and its hook. */
import type { Implementation } from '../../../conformance/self-test/implementation/index.ts'
import { type RawResponse, transmit } from '../../support/raw-http.ts'

export interface RequestOptions {
  body?: unknown
  /** Sent verbatim in place of the body. */
  text?: string
  token?: string | undefined
  adminKey?: string | undefined
  headers?: Record<string, string>
}

export type TestResponse = RawResponse & { status: number }

/** The result of the hook: an account, or a record with an id. */
export interface HookRecord {
  id: string
  email: string
  password: string
  accessToken: string
  teamId: string
  verificationCode: string
}

export type TestClient = ReturnType<typeof createTestClient>

/** Credentials are sent in the headers of the contract; a test of another transport sets `headers`. */
export function createTestClient({ url, hookUrl, adminKey }: Implementation) {
  async function make(kind: string, fields: object = {}): Promise<HookRecord> {
    const response = await fetch(hookUrl, { method: 'POST', body: JSON.stringify({ kind, fields }) })
    return (await response.json()) as HookRecord
  }

  return {
    adminKey,

    async send(method: string, path: string, options: RequestOptions = {}): Promise<TestResponse> {
      const headers = {
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(options.adminKey !== undefined && { 'x-admin-api-key': options.adminKey }),
        ...options.headers,
      }
      const body = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
      const response = await transmit(url, method, path, headers, body)
      return { ...response, status: Number(response.statusLine.split(' ')[0]) }
    },

    make,

    /** An account in a new team with this plan, unless the fields name a team. */
    async makeAccount({ teamId, ...fields }: Record<string, unknown> = {}, plan = 'paid'): Promise<HookRecord> {
      return make('account', { teamId: teamId ?? (await make('team', { plan })).id, ...fields })
    },
  }
}
