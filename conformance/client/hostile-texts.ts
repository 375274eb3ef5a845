/** Texts that break a database, a template, a hash or a regular expression; checks send them anywhere, also as secrets. */
export const hostileTexts: Record<string, string> = {
  empty: '',
  'only spaces': '   ',
  'with a NUL': 'a\0b',
  'with a lone surrogate': 'a\ud800b',
  'outside the basic plane': '\u{1f600}\u{10ffff}',
  'with line breaks and controls': 'a\r\nb\t\u001b[0m\u2028\u202e',
  'with quotes': `'";--\\`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of template engines.
  'with templates': '{{7*7}}${7*7}%s%n<%= 7 %>',
  'with markup': '<script>alert(1)</script>',
  'of 100 characters': 'x'.repeat(100),
  'of 5000 characters': 'x'.repeat(5000),
}
