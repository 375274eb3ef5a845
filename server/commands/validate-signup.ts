/** Validates a new user against the sign-up operation of the contract. */
import { contract } from '@monitoring-service/contract'
import { ApiError, createValidator } from '@monitoring-service/http'
import { UsageError } from './add-command.ts'

export interface NewUser {
  email: string
  password: string
  name: string | undefined
}

/** @throws UsageError with the contract's message, such as `--email must match format "email"`. */
export function validateSignup({ email, password, name }: NewUser): void {
  const body = { email, password, ...(name !== undefined && { name }) }
  const { signup: operation } = contract.operations
  if (!operation) throw new Error('the contract has no sign-up')
  try {
    createValidator(contract).checkRequest({ operationId: 'signup', operation, path: {}, query: '', body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new UsageError(error.message.replace(/^body\.(?=password)/, 'the ').replace(/^body\./, '--'))
  }
}
