/** Faults that the kit lets pass at a level, each with the reason. */
import type { Level } from '../assess/verdict.ts'

export const survivors: Record<Level, Record<string, string>> = {
  documented: {
    'token-any-case': 'An implementation may choose tokens in which case means nothing, such as hexadecimal ones.',
    'resolve-cause-escaped':
      'Document 3.1 says that a cause is stored; that no letter of it becomes another is only implied.',
    'signup-without-address':
      'The empty sign-up before the checks makes the one account without an address; all others are refused as its doubles.',
    'upgrade-url-missing':
      'Document 4.7 and 4.8 leave the error body of a plan limit open, so that its absence is only implied to be wrong.',
    'pages-first-missing':
      'Whom the kit does not know is missed by the total alone, and Document 2.4 does not say what it counts.',
    'pages-last-missing':
      'While others come, the last one is listed in the end; the total alone tells, and Document 2.4 does not say what it counts.',
    'record-with-other-id': 'Document 2.3 does not say whether the id of a record is that of the user.',
    'delete-204-with-body': 'HTTP clients, the one of the kit among them, never show what follows a 204.',
  },
  profile: {
    'message-other': 'Messages are for people; openapi.yaml gives examples of them, no rule.',
    'powered-by': 'openapi.yaml declares headers that must be there, and none that must not.',
  },
}
