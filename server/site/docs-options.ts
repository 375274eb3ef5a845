/** The options of the HTML pages; a file of its own, so that packages that only read settings do not get the pages. */
export interface DocsOptions {
  /** Whether the demo's accounts are offered as callers. */
  hasDemo: boolean
  /** The address of the mock that runs beside this server, if one does. */
  mockUrl?: string | undefined
}
