/** Why a record is not there, or not as it should be. */

/** A check cannot run because a record is missing, or came back otherwise. */
export class UnverifiedError extends Error {}

/** Neither hook nor lists have it. */
export class MissingRecordError extends UnverifiedError {
  readonly what: string
  constructor(what: string) {
    super(`no ${what}: list it under fixtures, or let the hook make it`)
    this.what = what
  }
}

/** A check is about something that neither hook nor lists make, or that the implementation does not have. */
export class InapplicableError extends Error {}

/** The hook failed, or a record that was provided does not work. */
export class RecordError extends Error {}

/** The kit cannot sign up an account. */
export class SignUpError extends UnverifiedError {
  readonly status: number
  constructor(status: number, seen: string) {
    super(
      `no account: signing up answered ${seen}; is the password one that it takes? --signup-password, --signup-email`,
    )
    this.status = status
  }
}

/** The log-in of a provided account was refused. */
export class LogInError extends RecordError {
  readonly status: number
  /** A summary of the response. */
  readonly seen: string
  constructor(role: string, status: number, seen: string) {
    super(`the ${role} cannot log in: ${seen}`)
    this.status = status
    this.seen = seen
  }
}

const isUnavailable = (error: unknown) => error instanceof UnverifiedError || error instanceof InapplicableError

/** The record that a promise makes; undefined if it is unavailable. */
export async function ifAvailable<T>(made: Promise<T>): Promise<T | undefined> {
  return made.catch((error) => {
    if (!isUnavailable(error)) throw error
    return undefined
  })
}

/** The record that the hook makes, or else one of the lists. A hook that fails is an error, whatever the lists have. */
export async function elseListed<T>(made: Promise<T>, list: () => T | undefined): Promise<T> {
  return made.catch((error) => {
    const listed = isUnavailable(error) ? list() : undefined
    if (listed === undefined) throw error
    return listed
  })
}
