/** Texts that checks send in any place, in that of a secret, too: they are none. */

/** What breaks a database, a template, a hash or a regular expression rather than a rule. */
export const texts: Record<string, string> = {
  empty: '',
  'only spaces': '   ',
  'with a NUL': 'a\0b',
  'with half a letter': 'a\ud800b',
  'beyond the first plane': '\u{1f600}\u{10ffff}',
  'with lines and controls': 'a\r\nb\t\u001b[0m\u2028\u202e',
  'with quotes': `'";--\\`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what others fill in.
  'with templates': '{{7*7}}${7*7}%s%n<%= 7 %>',
  'with markup': '<script>alert(1)</script>',
  'of a hundred letters': 'x'.repeat(100),
  'of five thousand letters': 'x'.repeat(5000),
}
