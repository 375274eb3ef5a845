/** Types only: the validators that are compiled from a contract's schemas. */

/** Tells whether a value fits; if not, `errors` says why until it is asked again. */
export interface Check {
  (value: unknown): boolean
  errors?: Complaint[] | null
}

/** What Ajv says of a misfit. */
export interface Complaint {
  /** A JSON pointer into the value. */
  instancePath: string
  params: Record<string, string | undefined>
  message?: string
}

/** The validators of one operation. They also fill in defaults, and turn texts of `path` and `query` into numbers. */
export interface OperationValidators {
  /** Of an object with `path` and `query`. */
  parameters: Check
  /** Of an object with `body`. */
  body: Check
  /** Of the bodies, by status. Absent where an answer has none. */
  answers: Record<string, Check>
}

export type Validators = Record<string, OperationValidators>
