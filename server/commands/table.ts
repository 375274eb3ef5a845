/** The commands of the operator. */
import { addMember, addOauthUser, issueCode, setPlan } from './accounts.ts'
import type { Command } from './command.ts'
import { backup, load, restore } from './files.ts'
import { counts, migrate, purgeNow } from './maintenance.ts'
import { addIncident, addMonitor, addService, addStats } from './team-objects.ts'

export const commands: Record<string, Command> = {
  'add-monitor': addMonitor,
  'add-service': addService,
  'add-incident': addIncident,
  'add-stats': addStats,
  'set-plan': setPlan,
  'add-member': addMember,
  'add-oauth-user': addOauthUser,
  'issue-code': issueCode,
  counts,
  purge: purgeNow,
  migrate,
  load,
  backup,
  restore,
}
