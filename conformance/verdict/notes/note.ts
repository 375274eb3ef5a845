/** What other calls of a run tell of a finding, as data. */

export type Note =
  /** The check whose equal finding explains it. */
  { sameAs: string }
