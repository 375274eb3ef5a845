// Made from openapi.yaml by `npm run generate`. Do not edit.
/** The error codes of a status above 499 after which nothing was changed. */
export const unchanged: readonly string[] = [
  "UNAVAILABLE"
]
