/** Reads the URL of a PostgreSQL store: hosts, and the parameters that are this server's own. */

/** What a commit waits for, from weak to strong (PostgreSQL, 20.5.1). */
const commitLevels = ['off', 'local', 'remote_write', 'on', 'remote_apply']

export interface PostgresUrl {
  /** A URL for each host, in the order in which they are tried. */
  urls: string[]
  /** The most connections of this process. */
  max: number
  /** Whether a host that accepts no writes is skipped. */
  isWritable: boolean
  /** Whether a value of synchronous_commit is as strong as the URL asks for. */
  isDurable(synchronousCommit: string): boolean
}

const defaultConnections = 10

/** @throws Error in one line that says what to change, without the password. */
export function readPostgresUrl(url: string): PostgresUrl {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`)
  // A password with one of /?# ends before its @.
  if (rest.includes('@') || !urls.every((one) => URL.canParse(one))) {
    throw new Error(
      "the store's address is not a URL: special characters in user and password must be escaped, such as @ by %40",
    )
  }
  const parameters = new URL(urls[0] as string).searchParams
  const read = (name: string, pattern: RegExp, allowed: string, byDefault: string) => {
    const value = parameters.get(name) ?? byDefault
    if (pattern.test(value)) return value
    throw new Error(`${name} in the store's address must be ${allowed}, not ${JSON.stringify(value)}`)
  }
  const max = read('max', /^[1-9][0-9]{0,2}$/, 'a number of connections from 1 to 999', String(defaultConnections))
  const target = urls.length > 1 ? 'read-write' : 'any'
  const attributes = read('target_session_attrs', /^(any|read-write|primary)$/, 'any, read-write or primary', target)
  const commit = read(
    'synchronous_commit',
    /^(remote_write|on|remote_apply)$/,
    'remote_write, on or remote_apply',
    'on',
  )
  return {
    urls,
    max: Number(max),
    isWritable: attributes !== 'any',
    isDurable: (level) => commitLevels.indexOf(level) >= commitLevels.indexOf(commit),
  }
}
