/** What the service and its operators ask of a store, and what a store owes. */
import type { Attempts, Data, Incident, Team, User } from './records.ts'

export interface Member {
  user: User
  team: Team
}

/**
 * Promises that every store keeps:
 * - What is acknowledged is kept; what is refused has left no trace.
 * - A missing record is `undefined`. A record of another team is missing: `teamId` is an argument wherever a team owns.
 * - `change` and `check` run inside the write, on the record as it is then, so that two racing callers cannot both
 *   pass. They are synchronous and pure, for a store may run them again. What they throw leaves the record as it was.
 * - What is handed out is a copy.
 * - A store that cannot answer throws ApiError UNAVAILABLE. Only if it lost a database in the very moment of a commit may
 *   the write have been done all the same.
 */
export interface Store {
  isEmpty(): Promise<boolean>
  /**
   * Adds records as they are, all or none.
   * @throws Error in one line if an id or e-mail is there already, or what a record belongs to is not.
   */
  load(data: Data): Promise<void>
  /** All records as they were at one moment, each kind in the order of its keys. */
  dump(): Promise<Data>
  /** How many records there are of each kind. */
  count(): Promise<Record<keyof Data, number>>

  /** Adds a user, the e-mail in lower case, and its team, both or none; false if the e-mail, in any case, is taken. */
  addAccount(user: User, team: Team): Promise<boolean>
  /** Finds a user by e-mail, in any case. */
  findUser(email: string): Promise<User | undefined>
  findMember(userId: string): Promise<Member | undefined>
  changeTeam(id: string, change: (team: Team) => Team): Promise<Team | undefined>
  /** Changes a user; `others` counts the other members of the user's team. */
  changeUser(userId: string, change: (user: User, others: number) => User): Promise<User | undefined>

  changeIncident(teamId: string, id: string, change: (incident: Incident) => Incident): Promise<Incident | undefined>
  /** Deletes an incident and returns it. */
  removeIncident(teamId: string, id: string, check: (incident: Incident) => void): Promise<Incident | undefined>

  /** Deletes a monitor's statistics strictly before a date, or all; returns their number. */
  resetMonitorStats(teamId: string, id: string, before: string | undefined): Promise<number | undefined>
  /** The same for all monitors linked to a service. */
  resetServiceStats(teamId: string, id: string, before: string | undefined): Promise<number | undefined>

  /** Users scheduled for deletion, by `deletionScheduledAt`, then `id`. */
  listDeletionRequests(offset: number, limit: number): Promise<{ members: Member[]; total: number }>
  /**
   * Deletes at most `limit` users who are due; a team left without members goes with all its data.
   * Returns the number of deleted users.
   */
  completeDeletions(now: string, limit: number): Promise<number>

  /** Counts one more try under a key; a window that is over starts anew and ends at `resetsAt`. */
  countAttempt(key: string, now: string, resetsAt: string): Promise<Attempts>
  forgetAttempts(key: string): Promise<void>
  /** Drops the counters whose window is over. */
  dropAttempts(now: string): Promise<void>

  /** Waits for what is under way; from then on nothing is answered. */
  close(): Promise<void>
}
