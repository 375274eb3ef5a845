/** The interface of a store, with the guarantees that every implementation gives. */
import type { Attempts, Data, Incident, Team, User } from './records.ts'

/** A user that completeDeletions deleted, for the audit. */
export interface DeletedUser {
  userId: string
  teamId: string
  deletionScheduledAt: string
}

export interface Member {
  user: User
  team: Team
}

/**
 * Every store guarantees:
 * - An acknowledged write is durable; a rejected write leaves no trace, unless it is rejected with OUTCOME_UNKNOWN.
 * - A missing record is `undefined`. A record of another team is missing: every method on team-owned records takes
 *   `teamId`.
 * - `change` and `check` run inside the write, on the current record, so that two racing callers cannot both pass.
 *   They are synchronous and pure, because a store may run them again. If they throw, the record stays unchanged.
 * - Returned records are copies.
 * - An unavailable store throws ApiError UNAVAILABLE, and has done nothing. A store that cannot know whether a write was
 *   done, because contact with the database or the disk was lost during a commit, throws ApiError OUTCOME_UNKNOWN: the
 *   write was done completely or not at all, or is done later; a reset or a load may be done in part.
 */
export interface Store {
  isEmpty(): Promise<boolean>
  /**
   * Adds records as they are, all or none. With `resume`, records whose ids are stored are left as they are.
   * @throws Error in one line if an id or e-mail exists already, or the owner of a record is missing.
   * @throws ApiError OUTCOME_UNKNOWN also if a store that adds thousands of records in steps has added only some; the
   *   same load with `resume` adds the rest.
   */
  load(data: Data, resume?: boolean): Promise<void>
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
   * taken, in any case.
   */
  addAccount(user: User, team: Team): Promise<boolean>
  /** Finds a user by e-mail, ignoring case. */
  findUser(email: string): Promise<User | undefined>
  findMember(userId: string): Promise<Member | undefined>
  changeTeam(id: string, change: (team: Team) => Team): Promise<Team | undefined>
  /** Changes a user; `others` is the number of other members of the user's team. */
  changeUser(userId: string, change: (user: User, others: number) => User): Promise<User | undefined>

  changeIncident(teamId: string, id: string, change: (incident: Incident) => Incident): Promise<Incident | undefined>
  /** Deletes an incident and returns it. */
  removeIncident(teamId: string, id: string, check: (incident: Incident) => void): Promise<Incident | undefined>

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
  forgetAttempts(key: string): Promise<void>
  /** Deletes the counters of expired windows. */
  dropAttempts(now: string): Promise<void>

  /** Returns the time of the database; undefined if the store has no clock but this machine's. */
  time(): Promise<Date | undefined>
  /** Waits for running calls; later calls are rejected. */
  close(): Promise<void>
}
