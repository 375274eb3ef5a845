/** Types only: the validators that are compiled from a contract's schemas. */

/** Tells whether a value fits; if not, `errors` says why until it is asked again. */
export interface Validate {
  (value: unknown): boolean
  errors?: ValidationError[] | null
}

/** What Ajv says of a misfit. */
export interface ValidationError {
  /** A JSON pointer into the value. */
  instancePath: string
  params: Record<string, string | undefined>
  message?: string
}

/** The validators of one operation. They also fill in defaults, and turn texts of `path` and `query` into numbers. */
export interface OperationValidators {
  /** Of an object with `path` and `query`. */
  parameters: Validate
  /** Of an object with `body`. */
  body: Validate
  /** Of the bodies, by status. Absent where an answer has none. */
  responses: Record<string, Validate>
}

export type Validators = Record<string, OperationValidators>
