/** Expectations of the self-test, besides that faults fail at their level and variants pass. */
import type { Level } from '../verdict/verdict.ts'

/** Faults that no check can fail at their level, each with the reason. */
export const expectedSurvivors: Record<Level, Record<string, string>> = {
  documented: {
    'token-any-case': 'An implementation may choose case-insensitive tokens, such as hexadecimal ones.',
    'signup-without-address':
      'The empty sign-up before the checks creates the one account without an address; all others are rejected as duplicates.',
    'upgrade-url-missing':
      'Document 4.7 and 4.8 do not specify the error body of a plan limit; upgradeUrl is only implied.',
    'pages-first-missing':
      'A user unknown to the kit is missing from the total only, and Document 2.4 does not say what total counts.',
  },
  sound: {},
  profile: {
    'powered-by': 'openapi.yaml declares required headers and forbids none.',
  },
}

/** The only checks that these legal variants fail at the profile. Other variants are not judged there. */
export const profileFailures: Record<string, string[]> = {
  'validation-first': ['INC-13', 'AUTH-40', 'ERROR-01'],
  'object-before-plan': ['SIGN-46', 'SERVICE-05', 'MONITOR-05'],
  'plan-before-date': ['SERVICE-05', 'MONITOR-05'],
  'state-before-proof': ['DEL-02', 'DEL-10', 'DEL-19', 'DEL-21', 'DEL-27', 'DEL-46', 'ADMIN-05'],
  'object-before-scope': ['INC-13', 'ERROR-01'],
  'token-with-hyphen': [],
  'clock-ahead': [],
  'options-served': [],
}
