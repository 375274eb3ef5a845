/** Holds a new user to what the contract asks of a sign-up, by the validator that holds callers to it. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ApiError, finePrint } from '@monitoring-service/gate'
import type { components } from '../../sdk/generated/paths.gen.ts'
import { UsageError } from './command.ts'

export interface NewUser {
  email: string
  password: string
  name: string | undefined
}

/** @throws UsageError in the contract's words, such as `--email must match format "email"`. */
export async function checkSignup({ email, password, name }: NewUser): Promise<void> {
  // The validator takes as long to load as all else together.
  const { default: express } = await import('express')
  const { enforceContract, understand } = await import('../enforcement.ts')
  const { beginPassage, passageOf } = await import('../passage.ts')

  const body: components['schemas']['SignupRequest'] = { email, password, ...(name !== undefined && { name }) }
  const admitted = { operationId: 'signup', path: {}, query: '', body } as const
  // A request that is never sent; this is all that the validator looks at.
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/auth/signup', body })
  request.headers['content-type'] = 'application/json'
  beginPassage(request, admitted)
  const refuse = () => Promise.reject(new ApiError('INTERNAL_ERROR'))
  const app = express().use(...enforceContract({ bearerAuth: refuse, adminApiKey: refuse }))
  const validate = app as unknown as (request: object, response: object, done: (error?: unknown) => void) => void
  const thrown = await new Promise((done) => validate(request, new ServerResponse(request), done))

  const complaint = thrown ? understand(thrown, passageOf(request)) : finePrint(admitted)
  if (complaint && complaint.code !== 'VALIDATION_ERROR') throw complaint
  if (complaint) throw new UsageError(complaint.message.replace(/^body\.(?=password)/, 'the ').replace(/^body\./, '--'))
  const { openapi } = request as { openapi?: { schema?: { operationId?: string } } }
  if (openapi?.schema?.operationId !== admitted.operationId) throw new Error('the sign-up came past the validator')
}
