/** Types of the validators that are compiled from a contract's schemas. */

/** Whether a value is valid; `errors` belongs to the most recent call. */
export interface Validate {
  (value: unknown): boolean
  errors?: ValidationError[] | null
}

/** The part of Ajv's error object that is used. */
export interface ValidationError {
  /** A JSON pointer into the value. */
  instancePath: string
  params: Record<string, string | undefined>
  message?: string
}

/** The validators of one operation. They also set defaults and convert texts of `path` and `query` to numbers. */
export interface OperationValidators {
  /** Of an object with `path` and `query`. */
  parameters: Validate
  /** Of an object with `body`. */
  body: Validate
  /** Of response bodies by status; absent for responses without a body. */
  responses: Record<string, Validate>
}

export type Validators = Record<string, OperationValidators>
