/** A mistake in arguments, configuration or fixtures; the message is one line with advice. */
export class UsageError extends Error {}
