/** `template`: prints the records that the checks need, as a file to fill in. */
import { dump } from 'js-yaml'
import { any, type Fields } from '../records/kinds.ts'
import type { ListedRecord } from '../records/recipe.ts'
import { type Role, roleFields } from '../records/roles.ts'
import type { Terminal } from '../report/console.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

export function templateCommand({ only, skip, without, rounds }: Config, terminal: Terminal): number {
  const { lists, add } = createTemplate()
  for (const { given, isRepeated } of select(only, skip)) {
    for (const { listed } of given) {
      if (!listed || without.includes(listed.of)) continue
      for (let round = 0; round < (isRepeated ? rounds : 1); round++) add(listed)
    }
  }
  const used = Object.entries(lists).filter(([, records]) => records.length > 0)
  terminal.out(`# For --fixtures. Ids are those of the target. An account with a password needs no accessToken. Each object is used up
# by one check, so that a second run needs new ones. Keep the quotes of a verification code: without them, YAML reads a
# number. Days are those with a row of statistics; other days are fine if there are as many.
${dump(Object.fromEntries(used), { flowLevel: 2, lineWidth: -1, noRefs: true })}`)
  return 0
}

function createTemplate() {
  const lists: { [name: string]: Fields[] } = { teams: [], accounts: [], incidents: [], monitors: [], services: [] }
  const { teams = [], accounts = [], incidents = [], monitors = [], services = [] } = lists

  /** Checks share the account of a role, but for an OAuth user; the second reader is for the check that deletes one. */
  function addAccount(role: Role, isDisposable = false): void {
    const { of, team, fields } = roleFields[role]
    const email = `${role}@…`
    const known = accounts.filter((one) => one.email === email).length
    const most = role === 'oauthUser' ? known + 1 : role === 'reader' && isDisposable ? 2 : 1
    if (of) addAccount(of)
    for (let number = known + 1; number <= most; number++) {
      const teamId = `team-of-${of ?? role}${of || number === 1 ? '' : `-${number}`}`
      if (!of) teams.push({ id: teamId, ...team })
      const proof = fields.password === null ? { accessToken: '…', verificationCode: '000000' } : { password: '…' }
      accounts.push({ teamId, ...fields, email, ...proof })
      if (role === 'ownerWithMember') accounts.push({ teamId, role: 'member', email: 'another@…' })
    }
  }

  function add({ kind, of, fields = {}, monitorDays = [], isDisposable }: ListedRecord): void {
    addAccount(of, isDisposable)
    const teamId = `team-of-${of}`
    if (kind === 'monitor') monitors.push({ id: `monitor-${monitors.length + 1}`, teamId, ...fields })
    if (kind === 'incident') {
      const shown = fields.serviceId === any && { serviceId: '…' }
      incidents.push({ id: `incident-${incidents.length + 1}`, teamId, ...fields, ...shown })
    }
    if (kind === 'service') {
      const id = `service-${services.length + 1}`
      const own = monitorDays.map((days, index) => ({ id: `${id}-monitor-${index + 1}`, teamId, days }))
      monitors.push(...own)
      services.push({ id, teamId, monitorIds: own.map(({ id }) => id) })
    }
  }
  return { lists, add }
}
