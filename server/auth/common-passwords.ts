/** Recognizes passwords that attackers try first. */

let loading: Promise<ReadonlySet<string>> | undefined

/** Whether a password is on a list of some 18,000 common ones, in any case, or blank. */
export async function isCommon(password: string): Promise<boolean> {
  loading ??= loadList()
  return password.trim() === '' || (await loading).has(password.toLowerCase())
}

/** Loaded on demand: the list takes some milliseconds. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8))
}
