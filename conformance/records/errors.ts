/** Why a record is not there, or not as it should be. */

/** A check cannot run because a record is missing, or came back otherwise. */
export class UnverifiedError extends Error {}

/** A check is about something that neither hook nor lists make, or that the implementation does not have. */
export class InapplicableError extends Error {}

/** The hook failed, or a record that was provided does not work. */
export class FixtureError extends Error {}

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

/** The log-in of a provided account was refused; the message ends with a summary of the response. */
export class LogInError extends FixtureError {
  readonly seen: string
  constructor(role: string, seen: string) {
    super(`the ${role} cannot log in: ${seen}`)
    this.seen = seen
  }
}

/** The value of a promise; undefined if the record is unavailable. */
export async function ifAvailable<T>(made: Promise<T>): Promise<T | undefined> {
  return made.catch((error) => {
    if (!(error instanceof UnverifiedError || error instanceof InapplicableError)) throw error
    return undefined
  })
}
