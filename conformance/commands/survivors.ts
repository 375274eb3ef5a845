/** Faults that the kit lets pass at a level, each with the reason. */
import type { Level } from '../verdict.ts'

export const survivors: Record<Level, Record<string, string>> = {
  documented: {
    'token-any-case': 'An implementation may choose tokens in which case means nothing, such as hexadecimal ones.',
    'upgrade-url-missing':
      'Document 4.7 and 4.8 leave the error body of a plan limit open, so that its absence is only implied to be wrong.',
    'record-with-other-id': 'Document 2.3 does not say whether the id of a record is that of the user.',
    'delete-204-with-body': 'HTTP clients, the one of the kit among them, never show what follows a 204.',
  },
  profile: {
    'message-other': 'Messages are for people; openapi.yaml gives examples of them, no rule.',
    'powered-by': 'openapi.yaml declares headers that must be there, and none that must not.',
  },
}
