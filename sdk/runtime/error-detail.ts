/** The types of error objects: those of the contract, and those that the service may add (service document, part 7). */
import type { ErrorBody } from '../generated/errors.gen.ts'

/** Every error object that the contract declares. */
export type KnownErrorDetail = ErrorBody['error']

/** Stands for undeclared values: with `string` and `number`, TypeScript could not narrow to the declared ones. */
declare enum Undeclared {
  code = '',
  status = -1,
}

/** A code that the contract does not declare. A string literal does not compare with it, so that a misspelt code does not compile. */
export type UndeclaredCode = Undeclared.code

/** A status that the contract does not declare for an operation. */
export type UndeclaredStatus = Undeclared.status

/** An error object whose code this version of the contract does not declare. */
export interface UnknownErrorDetail {
  code: Undeclared.code
  message: string
  status: number
}

/** The error object of an error response. Its `code` determines its other fields. */
export type ErrorDetail = KnownErrorDetail | UnknownErrorDetail

/** The codes of the contract. The service may send others, so a `switch` on them needs a `default`. */
export type ErrorCode = KnownErrorDetail['code'] | (string & Record<never, never>)

type FieldOf<Detail> = Detail extends unknown ? keyof Detail : never
/** The fields that only some codes have. */
export type ExtraField = Exclude<FieldOf<KnownErrorDetail>, keyof UnknownErrorDetail>
