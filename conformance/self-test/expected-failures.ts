/** The only checks that these legal variants fail at the profile. Other variants are not judged there. */
export const profileFailures: Record<string, string[]> = {
  'validation-first': ['INC-42', 'AUTH-41'],
  'object-before-plan': ['SERVICE-42', 'MONITOR-42'],
  'plan-before-date': ['SERVICE-42', 'MONITOR-42'],
  'state-before-proof': ['DEL-02', 'DEL-10', 'DEL-46'],
  'object-before-scope': ['INC-13', 'INC-14', 'INC-42'],
  'token-with-hyphen': [],
  'clock-ahead': [],
  'options-served': [],
}
