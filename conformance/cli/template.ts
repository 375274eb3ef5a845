/** `template`: prints the fixtures that the checks need, as a file to fill in. */
import { dump } from 'js-yaml'
import { createSecrets } from '../client/redact.ts'
import type { FixtureLists } from '../records/lists.ts'
import { createFixturePool } from '../records/pool.ts'
import type { Provider } from '../records/provider.ts'
import type { Terminal } from '../report/console.ts'
import { createCheckRecord } from '../verdict/record.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

export async function templateCommand(config: Config, terminal: Terminal): Promise<number> {
  const { provider, lists } = createDemandRecorder()
  const { signup, without, rounds } = config
  const settings = { signup, without, adminKey: 'unused', newcomer: undefined }
  const pool = createFixturePool(settings, [provider], createSecrets())
  const sender = { transport: config.auth, send: () => Promise.reject(new Error('nothing is sent')) }
  for (const { given, isRepeated } of select(config.only, config.skip)) {
    const times = isRepeated ? rounds : 1
    for (const recipe of given.filter(({ needs }) => !needs.includes('sign-up'))) {
      for (let round = 0; round < times; round++) {
        // Fails for roles that the implementation does not have.
        await recipe.make({ sender, pool, record: createCheckRecord() }).catch(() => {})
      }
    }
  }
  const { incidents, monitors, services, oauthUser, ...callers } = lists
  const yaml =
    (Object.keys(callers).length > 0 ? dump(callers, { flowLevel: 1 }) : '') +
    dump({ oauthUser, incidents, monitors, services }, { flowLevel: 2, lineWidth: -1 })
  terminal.out(`# For --fixtures. A caller with a password needs no accessToken. Each object is used up by one check, so that
# a second run needs new ones. Keep the quotes of a verification code: without them, YAML reads a number.
# Days are those with a row of statistics; other days are fine if there are as many. \`of\` is the caller whose team it
# belongs to, if not the writer.
${yaml}`)
  return 0
}

/** A provider that records each demand in lists with placeholders. */
function createDemandRecorder() {
  const lists = { oauthUser: [], incidents: [], monitors: [], services: [] } as Required<
    Pick<FixtureLists, 'incidents' | 'monitors' | 'services' | 'oauthUser'>
  > &
    FixtureLists
  const owner = (role: string) => (role === 'writer' ? {} : { of: role as 'stranger' })
  const provider: Provider = {
    async caller({ role, disposable }) {
      const name = disposable && role === 'reader' ? 'leavingReader' : role
      const credentials = { email: `${name}@…`, password: '…' }
      if (role === 'oauthUser') {
        lists.oauthUser.push({ email: '…', accessToken: '…', teamId: '…', verificationCode: '000000' })
      } else if (!(disposable && role === 'freeCaller')) lists[name as 'writer'] = credentials
      // With a token, the pool does not log in.
      return { ...credentials, accessToken: '…', teamId: '…' }
    },
    async incident({ of, type, resolved, displayed, serviceId, wishes }) {
      if (serviceId !== undefined || wishes) return undefined
      const id = `incident-${lists.incidents.length + 1}`
      const service = displayed && { serviceId: '…' }
      lists.incidents.push({ id, type, ...(resolved && { resolved }), ...service, ...owner(of.role) })
      return { id, ...service }
    },
    async monitor({ of, days }) {
      const id = `monitor-${lists.monitors.length + 1}`
      lists.monitors.push({ id, days: [...days], ...owner(of.role) })
      return { id, days }
    },
    async service({ of, monitors, linked: isHooks }) {
      if (isHooks) return undefined
      const number = lists.services.length + 1
      const linked = monitors.map((days, index) => ({ id: `monitor-${number}-${index + 1}`, days: [...days] }))
      lists.services.push({ id: `service-${number}`, monitors: linked, ...owner(of.role) })
      return { id: `service-${number}`, monitors: linked }
    },
  }
  return { provider, lists }
}
