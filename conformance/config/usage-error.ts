/** Something is wrong with how the kit was called: one line that says what, and what to do. */
export class UsageError extends Error {}
