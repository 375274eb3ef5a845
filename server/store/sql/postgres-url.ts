/** Reads the address of a PostgreSQL store: hosts, and parameters, of which an unknown one may be a misspelt one. */

/** The levels that a commit can wait for, from weak to strong (PostgreSQL, 20.5.1). */
const commitLevels = ['off', 'local', 'remote_write', 'on', 'remote_apply']

export interface PostgresUrl {
  /** A URL for each host, in the order in which they are tried. */
  urls: string[]
  /** The hosts of other machines to which connections are not encrypted. */
  plainHosts: string[]
  /** The most connections of this process. */
  max: number
  /** Whether a host that accepts no writes is skipped. */
  isWritable: boolean
  /** Whether a value of synchronous_commit is as strong as the URL asks for. */
  isDurable(synchronousCommit: string): boolean
}

const defaultConnections = 10

/** The values that some parameters may have. */
const choices = new Map([
  ['target_session_attrs', ['any', 'read-write', 'primary']],
  ['synchronous_commit', ['remote_write', 'on', 'remote_apply']],
  ['sslmode', ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']],
  ['ssl', ['true', '1', '0', 'no-verify']],
])
/** All other parameters that the driver reads. */
const others = (
  'host port user password options application_name fallback_application_name client_encoding sslcert sslkey ' +
  'sslrootcert sslnegotiation uselibpqcompat statement_timeout lock_timeout idle_in_transaction_session_timeout ' +
  'query_timeout'
).split(' ')

/** @throws Error in one line that says what to change, without the password. */
export function readPostgresUrl(url: string): PostgresUrl {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  // As in libpq, the parameter `host` may name a socket in its place.
  const urls = (hosts || 'localhost').split(',').map((host) => `${start}${host}${rest}`)
  // A password with one of /?# ends before its @.
  if (rest.includes('@') || !urls.every((one) => URL.canParse(one))) {
    throw new Error(
      "the store's address is not a URL: special characters in user and password must be escaped, such as @ by %40",
    )
  }
  const parameters = new URL(urls[0] as string).searchParams
  checkParameters(parameters)
  const target = parameters.get('target_session_attrs') ?? (urls.length > 1 ? 'read-write' : 'any')
  const commit = parameters.get('synchronous_commit') ?? 'on'
  return {
    urls: urls.map(forDriver),
    plainHosts: urls.map(hostOf).filter((host) => !isLocal(host) && !isEncrypted(parameters)),
    max: Number(parameters.get('max') ?? defaultConnections),
    isWritable: target !== 'any',
    isDurable: (level) => commitLevels.indexOf(level) >= commitLevels.indexOf(commit),
  }
}

function checkParameters(parameters: URLSearchParams): void {
  for (const [name, value] of parameters) {
    const mistake = findMistake(name, value)
    if (mistake) throw new Error(`${name} in the store's address ${mistake}`)
  }
}

const inWords = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function findMistake(name: string, value: string): string | undefined {
  const mustBe = (allowed: string) => `must be ${allowed}, not ${JSON.stringify(value)}`
  if (name === 'max') {
    return /^[1-9][0-9]{0,2}$/.test(value) ? undefined : mustBe('a number of connections from 1 to 999')
  }
  const allowed = choices.get(name)
  if (allowed) return allowed.includes(value) ? undefined : mustBe(inWords.format(allowed))
  return others.includes(name) ? undefined : 'is not a known parameter'
}

/** The driver verifies in every mode but `no-verify`, and warns of the names that mean less in libpq. */
function forDriver(address: string): string {
  const url = new URL(address)
  const { searchParams } = url
  const usesSystem = searchParams.get('sslrootcert') === 'system'
  // Node's own certificates; the driver would read a file of this name.
  if (usesSystem) searchParams.delete('sslrootcert')
  const isStrict = searchParams.get('uselibpqcompat') !== 'true'
  const verifies = isStrict && /^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  if (!usesSystem && !verifies) return address
  searchParams.set('sslmode', 'verify-full')
  return url.href
}

const hostOf = (address: string) => {
  const { hostname, searchParams } = new URL(address)
  return decodeURIComponent(searchParams.get('host') ?? hostname)
}

const isLocal = (host: string) => /^(\/|localhost$|127\.|\[?::1\]?$)/.test(host)

function isEncrypted(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode') ?? process.env.PGSSLMODE
  if (mode !== undefined) return mode !== 'disable'
  const files = ['sslrootcert', 'sslcert', 'sslkey']
  return /^(true|1|no-verify)$/.test(parameters.get('ssl') ?? '') || files.some((name) => parameters.has(name))
}
