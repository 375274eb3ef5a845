/** The interface of a store, with the guarantees that every implementation gives. */
import type { ErrorCode } from '@monitoring-service/contract'
import type { Attempts, Data, Incident, Team, User } from './records.ts'

/** A user that completeDeletions deleted, for the audit. */
export interface DeletedUser {
  userId: string
  teamId: string
  deletionScheduledAt: string
}

/** A condition that refuses a write: while a field of the incident has this value, the call throws ApiError `code`. */
export interface Guard {
  field: 'status' | 'type'
  value: string
  code: ErrorCode
}

/** A change of an incident as data, so that a database can do it in one statement. */
export interface IncidentChange {
  set: Partial<Pick<Incident, 'status' | 'resolvedAt' | 'cause'>>
  unless?: Guard
}

/** The connections of a process to its database, of which `max` are allowed. */
export interface Connections {
  busy: number
  idle: number
  /** Given up by their callers, but still open in the database. */
  held: number
  /** Callers that wait for one. */
  waiting: number
  max: number
}

export interface Member {
  user: User
  team: Team
  /** `resetsAt` of the marks that end the sessions of all and of the user, or ''; from findMember only, if there is one. */
  sessionMarks?: readonly string[]
}

/**
 * Every store guarantees:
 * - An acknowledged write is durable; a rejected write leaves no trace, unless it is rejected with OUTCOME_UNKNOWN.
 * - A missing record is `undefined`. A record of another team is missing: every method on team-owned records takes
 *   `teamId`.
 * - A rule holds inside the write, on the current record, so that two racing callers cannot both pass: a guard as data,
 *   or a function `change`, which is synchronous and pure, because a store may run it again. If it throws, the record
 *   stays unchanged.
 * - Returned records are copies.
 * - An unavailable store throws ApiError UNAVAILABLE, and has done nothing. A store that cannot know whether a write was
 *   done, because contact with the database or the disk was lost during a commit, throws ApiError OUTCOME_UNKNOWN: the
 *   write was done completely or not at all, or is done later; a reset may be done in part.
 */
export interface Store {
  isEmpty(): Promise<boolean>
  /**
   * Adds records as they are, all or none.
   * @throws Error in one line if an id or e-mail exists already, the owner of a record is missing, or an incident refers to
   *   a monitor or service that its team does not have.
   */
  load(data: Data): Promise<void>
  /**
   * Adds the records of a backup to an empty store, all or none. The pieces come in the order of their owners.
   * @throws Error in one line if the store is not empty, or as `load` does.
   */
  restore(pieces: AsyncIterable<Data>): Promise<void>
  /** Returns a consistent snapshot of all records, each collection sorted by its key. */
  dump(): Promise<Data>
  /** Hands over the same snapshot in pieces of some thousand records, in an order that `restore` takes. */
  dumpPieces(use: (piece: Data) => Promise<void>): Promise<void>
  /** Returns the number of records of each collection. */
  count(): Promise<Record<keyof Data, number>>

  /**
   * Adds a user and the user's team, both or none, and stores the e-mail in lower case. Returns false if the e-mail is
   * taken, in any case. `check` may throw to refuse the account; its argument is whether sign-up is closed.
   */
  addAccount(user: User, team: Team, check?: (isClosed: boolean) => void): Promise<boolean>
  /** Finds a user by e-mail, ignoring case. */
  findUser(email: string): Promise<User | undefined>
  findMember(userId: string): Promise<Member | undefined>
  changeTeam(id: string, change: (team: Team) => Team): Promise<Team | undefined>
  /**
   * Changes a user; `others` is the number of other members of the user's team, `sessionMarks` are as in `Member`, with ''
   * in place of each that is missing.
   */
  changeUser(
    userId: string,
    change: (user: User, others: number, sessionMarks: readonly string[]) => User,
  ): Promise<User | undefined>

  /**
   * Changes an incident and returns it as it is then.
   * @throws ApiError the code of `unless`
   */
  changeIncident(teamId: string, id: string, change: IncidentChange): Promise<Incident | undefined>
  /**
   * Deletes an incident and returns it.
   * @throws ApiError the code of `unless`
   */
  removeIncident(teamId: string, id: string, unless?: Guard): Promise<Incident | undefined>

  /**
   * Deletes a monitor's statistics strictly before a date, or all; returns the number of deleted rows.
   * @throws ApiError OUTCOME_UNKNOWN also if a store that deletes many rows in steps has deleted only some; a repetition
   *   deletes the rest.
   */
  resetMonitorStats(teamId: string, id: string, before: string | undefined): Promise<number | undefined>
  /** The same for all monitors linked to a service. */
  resetServiceStats(teamId: string, id: string, before: string | undefined): Promise<number | undefined>

  /** Lists users scheduled for deletion, ordered by `deletionScheduledAt`, then `id`. */
  listDeletionRequests(offset: number, limit: number): Promise<{ members: Member[]; total: number }>
  /**
   * Deletes at most `limit` users who are due, and each team without remaining members with all its data.
   * Returns the number of deleted users.
   * @param onDeleted receives the users of each write, when it is durable.
   */
  completeDeletions(now: string, limit: number, onDeleted?: (users: DeletedUser[]) => void): Promise<number>

  /** Counts one more attempt for a key. After `resetsAt` of the stored window, a new window starts. */
  countAttempt(key: string, now: string, resetsAt: string): Promise<Attempts>
  /** Returns the counter of a key, even if its window is over. */
  findAttempts(key: string): Promise<Attempts | undefined>
  forgetAttempts(key: string): Promise<void>
  /** Deletes the counters of expired windows. */
  dropAttempts(now: string): Promise<void>

  /**
   * Makes a small write, as operations do, which leaves an expired counter.
   * @throws ApiError where operations could not write.
   */
  probe(): Promise<void>
  /** Returns the number of this process's connections to a database; undefined if the store has none. */
  connections?(): Connections
  /** Whether the store has served no caller for a minute though its database answers: a restart may help. */
  isStuck?(): boolean
  /** Returns the time of the database; undefined if the store has no clock but this machine's. */
  time(): Promise<Date | undefined>
  /** Waits for running calls; later calls are rejected. */
  close(): Promise<void>
}
