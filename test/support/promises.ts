/** The safety promises of SECURITY.md, by id. A test that verifies a promise has its id as a tag. */

interface SafetyPromise {
  name: string
  description: string
  /** How it is meant here. */
  note?: string
  /** Why it does not apply, so that no test holds it. */
  notApplicable?: string
}

export const promises: SafetyPromise[] = [
  { name: 'P01', description: 'Requests with a thousand different content types do not increase memory use.' },
  { name: 'P02', description: 'Only JSON in UTF-8 is accepted, in every spelling of its media type.' },
  {
    name: 'P03',
    description: 'A missing required body is a validation error.',
    note: 'Without a content type and without a body the status is 400 too, not 415.',
  },
  { name: 'P04', description: 'Malformed JSON is repeated neither in the response nor in the log.' },
  { name: 'P05', description: 'A body that is not an object is rejected.' },
  { name: 'P06', description: 'An optional body may be missing, empty or {}, but not null.' },
  { name: 'P07', description: 'A body may have at most 64 KiB and must not be compressed.' },
  { name: 'P08', description: 'Thirty thousand nested arrays are rejected, and the next request is served.' },
  { name: 'P09', description: 'A repeated property name has the same effect on every store.' },
  { name: 'P10', description: 'A sign-up sets only the documented fields and changes no prototype.' },
  { name: 'P11', description: 'A malformed id gets an error response of the contract, on every store.' },
  { name: 'P12', description: 'No form of a request target bypasses authentication, for any operation.' },
  { name: 'P13', description: 'A request target that is not a path of the contract gets a 404 in JSON.' },
  { name: 'P14', description: 'A method that a path does not support gets a 405 with the supported methods.' },
  { name: 'P15', description: 'No header changes the method of a request.' },
  {
    name: 'P16',
    description: 'An ambiguous HTTP request is rejected, and the connection is closed.',
    note: 'The status is always 400; the contract has no 417 and no 431.',
  },
  {
    name: 'P17',
    description: 'An incomplete request is rejected, and two hundred of them do not delay other clients.',
    note: 'The status is 400; the contract has no 408. The test checks the order of events, not a duration.',
  },
  {
    name: 'P18',
    description: 'Connections above the limit are dropped; a connection is closed after a thousand requests.',
  },
  {
    name: 'P19',
    description: 'Pages of other origins have access only if configured, and only from the exact origin.',
    note: 'Three servers with different origins run in the process of the test; a fourth allows no origin.',
  },
  {
    name: 'P20',
    description: 'Every response forbids caching and content sniffing, and names no server software.',
    note: 'JSON with nosniff executes no script, so it has no CSP; the pages of the reference have one. HSTS belongs to the proxy that has the certificate.',
  },
  { name: 'P21', description: 'A date is an existing calendar day in exactly one format.' },
  { name: 'P22', description: 'A misspelled parameter deletes nothing.' },
  { name: 'P23', description: 'Rows strictly before a date are deleted, in every time zone and on every store.' },
  { name: 'P24', description: 'A number is a plain decimal within its bounds.' },
  { name: 'P25', description: 'Pages have a maximum size, a fixed order and the true total as a number.' },
  { name: 'P26', description: 'An e-mail address has one account, regardless of case; similar characters differ.' },
  { name: 'P27', description: 'All of a password of 72 bytes is compared, and a longer password is rejected.' },
  {
    name: 'P28',
    description: 'A new password has at least 8 characters; at login, every string is compared as a password.',
    note: 'There is no list of forbidden passwords, because the contract has no code for it. SECURITY.md says so.',
  },
  { name: 'P29', description: 'Text that is not well-formed or contains NUL is rejected before it reaches a store.' },
  { name: 'P30', description: 'New ids are ULIDs; ids are case-sensitive.' },
  { name: 'P31', description: 'A nullable text field is null or a string, on every store.' },
  {
    name: 'P32',
    description:
      'Every error response is valid by the contract, according to a validator that the server does not use.',
    note: 'The thousands of responses come from a server in the process of the test, which has a fresh store; separate tests check each kind of response of a server process.',
  },
  {
    name: 'P33',
    description: 'An invalid OpenAPI document is never served.',
    note: 'The document is part of the program: its generated files are checked before a release, and its server URL is fixed to /.',
  },
  {
    name: 'P34',
    description: 'An unknown user, a wrong password and a user without a password get one response, after equal work.',
    note: 'An account with too many attempts gets 429, whether it exists or not. The test counts the work inside the process.',
  },
  {
    name: 'P35',
    description: 'Exactly one bearer token is a credential, and the response says so.',
    note: 'All headers together have at most 16 KiB, which also limits the token.',
  },
  { name: 'P36', description: 'A token with another algorithm or key, or with an embedded key, is rejected.' },
  { name: 'P37', description: 'A token with a missing or wrong claim is rejected.' },
  { name: 'P38', description: 'A refresh token is rejected as an access token.' },
  { name: 'P39', description: 'Stored values are no credentials.', note: 'Tokens are signed and not stored.' },
  {
    name: 'P40',
    description: 'A refresh token is used once.',
    notApplicable: 'The contract has no operation that accepts one.',
  },
  {
    name: 'P41',
    description:
      'After ten failed attempts an account is locked for a while, even for the right password; other accounts are not.',
  },
  {
    name: 'P42',
    description: 'Concurrent attempts, on several servers too, get no more comparisons than sequential ones.',
  },
  {
    name: 'P43',
    description: 'All password checks share one counter; a verification code is void after five attempts.',
  },
  {
    name: 'P44',
    description: 'A verification code works once, for its user, within ten minutes, and is stored hashed.',
    note: 'Codes have one purpose, account deletion, so a code has no purpose field.',
  },
  { name: 'P45', description: 'A proof of the wrong kind, or two proofs, are rejected.' },
  {
    name: 'P46',
    description: 'Headers that state the client address have no effect.',
    note: 'Attempts are counted per account, not per network address.',
  },
  {
    name: 'P47',
    description:
      'The admin API key gives access to the admin operations, only if complete, and no other credential does.',
    note: 'The test observes the comparison inside the process.',
  },
  { name: 'P48', description: 'Secrets can be rotated: the old one verifies, the new one signs.' },
  { name: 'P49', description: 'Every caller gets the response that the contract specifies, from every operation.' },
  { name: 'P50', description: "Another team's object gets the response of an unknown one and does not change." },
  {
    name: 'P51',
    description: 'A caller with read scope only changes no incident.',
    note: 'Scopes follow from the role in the store, never from a token, so no token can combine them. Statistics require a plan, not a scope.',
  },
  { name: 'P52', description: 'The current plan decides; only the error response of a plan limit has an upgrade URL.' },
  { name: 'P53', description: 'A request with several errors is rejected for the first one, in one fixed order.' },
  {
    name: 'P54',
    description: 'No request is served that was not validated against the contract.',
    note: 'The test causes a disagreement between two validators inside the process and observes the result of each.',
  },
  {
    name: 'P55',
    description: 'Every security scheme of the contract is checked by every operation that requires it.',
    note: 'A scheme without a check would admit callers that the contract rejects.',
  },
  { name: 'P56', description: 'Of fifty concurrent calls that resolve one incident exactly one succeeds.' },
  {
    name: 'P57',
    description: 'Concurrent calls that resolve and delete one incident end in an order that explains every response.',
  },
  { name: 'P58', description: 'Of twenty concurrent sign-ups with one address one creates a user and a team.' },
  {
    name: 'P59',
    description:
      'Of twenty concurrent calls that schedule one deletion one succeeds; it reads the clock once, across any clock change.',
  },
  {
    name: 'P60',
    description: 'An owner cannot leave a team while another user joins; a conflict is retried and then ends in 503.',
    note: 'The test causes a conflict in every retry inside the process.',
  },
  { name: 'P61', description: 'The counts of concurrent statistics resets add up to the number of rows.' },
  {
    name: 'P62',
    description: 'A client that lost a response and repeats the request learns that the change was made.',
    note: 'The SDK repeats a PUT, which is idempotent, and then reports that it may have been applied.',
  },
  {
    name: 'P63',
    description: 'A hundred logins do not delay other requests; those beyond the queue get 503 with Retry-After.',
  },
  { name: 'P64', description: 'Acknowledged writes survive kill -9, and SQLite syncs on every connection.' },
  { name: 'P65', description: 'Acknowledged writes survive a power loss.' },
  { name: 'P66', description: 'On a full disk each write is rejected without effect, and later writes succeed.' },
  { name: 'P67', description: 'After a failed sync no further write is accepted.' },
  { name: 'P68', description: 'In a read-only folder no write is acknowledged.' },
  { name: 'P69', description: 'A second process cannot open the same file.' },
  { name: 'P70', description: 'A foreign or incomplete data file is rejected and left unchanged.' },
  { name: 'P71', description: 'Only the owner can read data files, after every write; a symbolic link stays one.' },
  {
    name: 'P72',
    description: 'While the database is unavailable the response is 503; the server recovers afterwards.',
  },
  { name: 'P73', description: 'Tables of a newer version are rejected.' },
  {
    name: 'P74',
    description: 'On a stop signal the server finishes current requests, accepts no new ones and exits with 0.',
    note: 'The test creates a request that never ends inside the process.',
  },
  {
    name: 'P75',
    description: 'An exception in a handler is a 500 without details.',
    note: 'An exception outside a request ends the process, the default of Node; acknowledged writes are kept (P64). SECURITY.md says so.',
  },
  { name: 'P76', description: 'No log contains a secret, and no caller can forge a log line.' },
  {
    name: 'P77',
    description:
      'Every package is pinned with its hash, comes from the public registry, is used, and has a known licence; published packages are tested as packed.',
    note: 'The packages are not published yet, so they have no provenance.',
  },
  { name: 'P78', description: 'The program contains no secret and serves only the contract.' },
]

/** The tags that Vitest accepts. */
export const promiseTags = promises.map(({ name, description }) => ({ name, description }))
