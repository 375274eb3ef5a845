/** Holds a new user to what the contract asks of a sign-up. */
import { contract } from '@monitoring-service/contract'
import type { components } from '@monitoring-service/contract/types'
import { ApiError, createValidator } from '@monitoring-service/http'
import { UsageError } from './command.ts'

export interface NewUser {
  email: string
  password: string
  name: string | undefined
}

/** @throws UsageError in the contract's words, such as `--email must match format "email"`. */
export function checkSignup({ email, password, name }: NewUser): void {
  const body: components['schemas']['SignupRequest'] = { email, password, ...(name !== undefined && { name }) }
  const { signup: operation } = contract.operations
  if (!operation) throw new Error('the contract has no sign-up')
  try {
    createValidator(contract).checkRequest({ operationId: 'signup', operation, path: {}, query: '', body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new UsageError(error.message.replace(/^body\.(?=password)/, 'the ').replace(/^body\./, '--'))
  }
}
