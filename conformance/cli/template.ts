/** `template`: prints the records that the checks need, as a file to fill in. */
import { dump } from 'js-yaml'
import { createSecrets } from '../client/redact.ts'
import { cast, type Role } from '../records/cast.ts'
import { any, type Fields } from '../records/kinds.ts'
import { createPool } from '../records/pool.ts'
import type { Source } from '../records/sources.ts'
import type { Terminal } from '../report/console.ts'
import { createCheckRecord } from '../verdict/record.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

export async function templateCommand(config: Config, terminal: Terminal): Promise<number> {
  const { lists, source } = createRecorder()
  const { signup, without, rounds } = config
  const settings = { signup, without, adminKey: 'unused', newcomer: undefined }
  const pool = createPool(settings, { lists: source }, createSecrets())
  const sender = { transport: config.auth, send: () => Promise.reject(new Error('nothing is sent')) }
  for (const { given, isRepeated } of select(config.only, config.skip)) {
    const times = isRepeated ? rounds : 1
    for (const recipe of given.filter(({ isListed }) => isListed)) {
      for (let round = 0; round < times; round++) {
        // Fails for roles that the implementation does not have.
        await recipe.make({ sender, pool, record: createCheckRecord() }).catch(() => {})
      }
    }
  }
  const used = Object.entries(lists).filter(([, records]) => records.length > 0)
  terminal.out(`# For --fixtures. Ids are those of the target. An account with a password needs no accessToken. Each object is used up
# by one check, so that a second run needs new ones. Keep the quotes of a verification code: without them, YAML reads a
# number. Days are those with a row of statistics; other days are fine if there are as many.
${dump(Object.fromEntries(used), { flowLevel: 2, lineWidth: -1 })}`)
  return 0
}

/** A source that keeps what it is asked for in lists, with placeholders. */
function createRecorder() {
  const lists = {
    teams: [] as Fields[],
    accounts: [] as Fields[],
    incidents: [] as Fields[],
    monitors: [] as Fields[],
    services: [] as Fields[],
  }
  const keep = <T extends Fields>(records: Fields[], record: T): T => {
    records.push(record)
    return record
  }

  function addTeam(role: Role): string {
    const number = lists.teams.filter(({ id }) => `${id}`.startsWith(`team-of-${role}`)).length + 1
    const id = `team-of-${role}${number > 1 ? `-${number}` : ''}`
    keep(lists.teams, { id, ...cast[role].team })
    return id
  }

  const leaving = { email: '…', password: '…', accessToken: '…' }
  const source: Source = {
    async account(role, isDisposable) {
      const { of, fields } = cast[role]
      const isListed = ['reader', 'oauthUser', 'ownerWithMember'].includes(role)
      if (isDisposable && !isListed) return undefined
      const known = lists.accounts.filter(({ email }) => email === `${role}@…`).length
      // A list has two readers, one for the check that deletes the account, and one owner of others.
      if (isDisposable && role === 'reader' && known === 0) await source.account?.(role, false)
      if (isDisposable && role !== 'oauthUser' && known > (role === 'reader' ? 1 : 0)) return leaving
      const teamId = of ? `team-of-${of}` : addTeam(role)
      const credentials = { email: `${role}@…`, ...(fields.password !== null && { password: '…' }) }
      const proof = fields.password === null ? { accessToken: '…', verificationCode: '000000' } : {}
      const made = keep(lists.accounts, { teamId, ...fields, ...credentials, ...proof })
      if (role === 'ownerWithMember') keep(lists.accounts, { teamId, role: 'member', email: 'another@…' })
      // With a token, the pool does not log in.
      return { ...made, ...leaving }
    },
    async make(kind, fields) {
      const records = kind === 'incident' ? lists.incidents : lists.monitors
      const { serviceId, ...others } = fields
      return keep(records, {
        id: `${kind}-${records.length + 1}`,
        ...others,
        ...(serviceId === any && { serviceId: '…' }),
      })
    },
    async service(teamId, monitorDays) {
      const id = `service-${lists.services.length + 1}`
      const monitors = monitorDays.map((days, index) =>
        keep(lists.monitors, { id: `${id}-monitor-${index + 1}`, teamId: String(teamId), days: [...days] }),
      )
      keep(lists.services, { id, teamId, monitorIds: monitors.map(({ id }) => id) })
      return { id, monitors }
    },
  }
  return { lists, source }
}
