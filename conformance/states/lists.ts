/** The rung of the ladder where the implementer lists what there is; whatever a check is given is used up. */
import type { Identity } from '../callers.ts'
import type { Monitor, Provider, Role } from './provider.ts'

/** Lists of resources that the kit may change and delete. Without `of`, they belong to the writer's team. */
export interface Lists {
  writer?: Identity
  stranger?: Identity
  freeCaller?: Identity
  reader?: Identity
  admin?: Identity
  member?: Identity
  /** As the reader, for the one check that deletes the account. */
  leavingReader?: Identity
  ownerWithMember?: Identity
  oauthUser?: Identity[]
  /** In place of the accounts that the kit signs up, at a target that keeps none. */
  newcomer?: Identity
  incidents?: { id: string; type: 'manual' | 'auto'; resolved?: boolean; serviceId?: string; of?: Role }[]
  monitors?: { id: string; days: string[]; of?: Role }[]
  services?: { id: string; monitors: { id: string; days: string[] }[]; of?: Role }[]
}

/** @param isStateless the target keeps nothing, so that nothing is used up. */
export function createLists(lists: Lists, isStateless: boolean): Provider {
  function take<T>(pool: T[], fits: (one: T) => boolean): T | undefined {
    const index = pool.findIndex(fits)
    return index < 0 || isStateless ? pool[index] : pool.splice(index, 1)[0]
  }

  const { incidents = [], monitors = [], services = [], oauthUser = [] } = structuredClone(lists)
  return {
    async caller({ role, disposable }) {
      if (role === 'oauthUser') return take(oauthUser, () => true)
      if ((role === 'freeCaller' || role === 'member') && disposable) return undefined
      return disposable ? lists.leavingReader : lists[role]
    },
    async incident({ of, type, resolved, displayed }) {
      const fits = (one: (typeof incidents)[number]) =>
        belongs(one, of) && one.type === type && (one.resolved ?? false) === resolved
      const isDisplayed = (one: (typeof incidents)[number]) => fits(one) && one.serviceId !== undefined
      if (displayed) return take(incidents, isDisplayed)
      // What is displayed is kept for whoever asks for that.
      return take(incidents, (one) => fits(one) && !isDisplayed(one)) ?? take(incidents, fits)
    },
    async monitor({ of, days }) {
      const found = take(monitors, (one) => belongs(one, of) && one.days.length >= days.length)
      return found && inOrder(found)
    },
    async service({ of, monitors: linked }) {
      const found = take(
        services,
        (one) =>
          belongs(one, of) &&
          one.monitors.length >= linked.length &&
          linked.every((days, index) => (one.monitors[index]?.days.length ?? 0) >= days.length),
      )
      return found && { id: found.id, monitors: found.monitors.map(inOrder) }
    },
  }
}

function belongs({ of = 'writer' }: { of?: Role }, owner: { role: Role }): boolean {
  return of === owner.role
}

function inOrder({ id, days }: Monitor): Monitor {
  return { id, days: [...days].sort() }
}
