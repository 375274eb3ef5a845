/** The model: the state of the service as far as the document determines it. It holds data only, so it can be copied. */

import type { StoredFields } from '../records/kinds.ts'

/** The teams of a sequence, by the account that the team is named after. */
export type TeamName = string

export interface Account {
  name: string
  team: TeamName
  email?: string | undefined
  password?: string | undefined
  accessToken?: string | undefined
  /** Tokens of earlier log-ins; the document leaves open whether they are still valid. */
  older: string[]
  teamId?: string | undefined
  /** As the hook stored it. */
  teamName?: string | undefined
  id?: string | undefined
  role?: string | undefined
  verificationCode?: string | undefined
  /** Undefined if it is unknown, null if none was given. */
  personName?: string | null | undefined
  /** With which it signed up: in place of none, an implementation may show one that it made. */
  sentName?: string | undefined
  /** When it was signed up, if this is seen, in milliseconds since 1970. */
  signedUp?: number
  /** As the hook says, its deletion was completed. */
  isDeleted?: boolean
  /** Its first token is a record's; the document leaves open whether one of a log-in has the same scopes. */
  cameWithToken?: boolean
  /** The role that a record was asked for. */
  madeAs?: string
  /** Undefined until a response shows it, where the document leaves it open. */
  canWrite?: boolean | undefined
  /** From the plan of the role, a change by the hook, or a reset that was accepted. */
  canReset?: boolean | undefined
  /** Its team is on a paid plan since the hook changed that. */
  isUpgraded?: boolean
  /** The hook has changed what it may do, and its token is from before. */
  isStale?: boolean
  /** From before the hook changed it. */
  formerRole?: string | undefined
  /** 'by code' has no password, 'colleague' is in the team of another; 'single' is none of the others. */
  kind: 'signed up' | 'by code' | 'colleague' | 'single'
  /** Of its team: the hook states it, or signing up implies it, since the document names no role. */
  ownership: 'stated' | 'implied' | 'unknown' | 'none'
  /** Whether its team has members that are not among the accounts. */
  otherMembers?: 'some' | 'perhaps' | undefined
  /** Wrong passwords or codes in a row; the document leaves open how many lock an account. */
  wrongPasswords: number
  /** Refused sign-ups with its address. */
  refusedSignUps?: number
  wrongProofs: number
  /** A wrong proof may have ended the session. */
  mayBeLoggedOut?: boolean
  /** A wrong verification code may have used up the right one. */
  codeIsUnsure?: boolean
  wrongCodes?: number
  codeIsUsed?: boolean
  expiredCode?: string | undefined
  deletion?: { deletionRequestedAt: string; deletionScheduledAt: string } | undefined
  /** When the kit requested it, in milliseconds since 1970. */
  requestedAt?: number
  /** Set by `learnSession`: a log-in since then may have cancelled it, as the document does not show how that is done. */
  mayBeCancelled?: boolean
  /** When the kit first knew of it. */
  knownSince?: number
}

/** The listing of accounts that are scheduled for deletion, with the values that a request has if it names none. */
export interface Listing {
  page?: number
  limit?: number
  /** The limit that a page has shown, by the limit of the request and the total. */
  shown?: { [request: string]: number }
}

export const newAccount = (name: string, team: TeamName, more: Partial<Account> = {}): Account => ({
  name,
  team,
  kind: 'single',
  ownership: 'unknown',
  older: [],
  wrongPasswords: 0,
  wrongProofs: 0,
  ...more,
})

/** An object of a team. */
export interface Owned {
  name: string
  id: string
  team: TeamName
  /** As the hook returns it; for callers of another name it tells whose it is. */
  teamId?: string | undefined
}

export interface Incident extends Owned {
  type: 'manual' | 'auto'
  state: 'open' | 'resolved' | 'deleted'
  serviceId?: string | undefined
  /** The cause from the start, if a hook confirms it. */
  cause?: string | undefined
  /** Further fields that the hook confirms. */
  stored?: StoredFields | undefined
  /** When the kit first knew of it. */
  knownSince?: number
  /** It was resolved since the state is known. */
  wasResolvedHere?: boolean
  /** A call has shown that its deletion took effect. */
  isSeenGone?: boolean
  /** It was resolved, or may have been, when it was deleted. */
  wasResolved?: boolean
}

interface WithStatistics extends Owned {
  /** A reset by a caller on the free plan was refused, which deletes nothing. */
  wasRefused?: boolean
}

export interface Monitor extends WithStatistics {
  /** Undefined once the document leaves open which rows are left. */
  days: string[] | undefined
}

export interface Service extends WithStatistics {
  /** Their ids. */
  monitors: string[]
}

export interface Model {
  accounts: Record<string, Account>
  /** Who sends, if that is known: a wrong target may have issued one token to several accounts. */
  sender?: Account | undefined
  /** New credentials as the target takes them, also if they have been used since. */
  usualCredentials: { email: string; password: string }[]
  incidents: Record<string, Incident>
  monitors: Record<string, Monitor>
  services: Record<string, Service>
  /** Choices that the document leaves open and responses have shown; a target has to keep to it. */
  choices: Record<string, boolean>
  responses: Responses
  /** Rows that simultaneous resets deleted and did not count so far. */
  uncountedRows: number
  /** How many of simultaneous calls come after this one, in the order in which they are judged. */
  callsLeft: number
  /** Whether a deleted incident was gone at once. */
  deletesAtOnce?: boolean
  adminKey?: string
  listing: Listing
}

/** The status and code of earlier responses, to which later ones are compared. */
interface Responses {
  /** By the request and the token of its caller. */
  toRequest: Record<string, string>
  /** By the operation and the condition of the refusal. */
  ofRefusal: Record<string, string>
  /** The same, and of one subject in one state to one caller. */
  aboutSubject: Record<string, string>
  /** The whole wording for a subject of another team, and for one that is not there, by the operation. */
  ofForeign: Record<string, string>
  ofUnknown: Record<string, string>
}
export const noResponses = (): Responses => ({
  toRequest: {},
  ofRefusal: {},
  aboutSubject: {},
  ofForeign: {},
  ofUnknown: {},
})

export function createModel(): Model {
  return {
    accounts: {},
    usualCredentials: [],
    incidents: {},
    monitors: {},
    services: {},
    choices: {},
    responses: noResponses(),
    uncountedRows: 0,
    callsLeft: 0,
    listing: {},
  }
}

/** By the ids of the teams, if both are known. */
export function isSameTeam(
  { team, teamId }: Pick<Account, 'team' | 'teamId'>,
  other: Pick<Account, 'team' | 'teamId'>,
): boolean {
  if (teamId !== undefined && other.teamId !== undefined) return teamId === other.teamId
  return team === other.team
}

export function monitorsOf({ monitors }: Model, thing: Monitor | Service): Monitor[] {
  return 'days' in thing ? [thing] : [...new Set(thing.monitors)].flatMap((id) => monitors[id] ?? [])
}

/** Another account is in the team, or was when it was made. */
export function hasOthers({ accounts }: Model, account: Account): boolean {
  return (
    account.otherMembers === 'some' ||
    Object.values(accounts).some((one) => one.name !== account.name && !one.isDeleted && isSameTeam(one, account))
  )
}

export function provesByCode({ kind, password, verificationCode }: Account): boolean {
  return password === undefined && (kind === 'by code' || verificationCode !== undefined)
}
