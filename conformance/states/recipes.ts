/** The states that a check asks for by name, before it begins. */
import { type Caller, createCaller, type Sender } from '../callers.ts'
import type { Record } from '../record.ts'
import {
  Inapplicable,
  type Incident,
  type IncidentDemand,
  type Monitor,
  type Owner,
  type Role,
  type Service,
  Unverified,
} from './provider.ts'
import { type Account, type Person, SignUpRefused, type Supply } from './supply.ts'

/** Where a check is set up. */
export interface Scene {
  sender: Sender
  supply: Supply
  record: Record
}

export interface Recipe<T> {
  /** What it takes, as `list` and `doctor` say it. */
  needs: readonly string[]
  make(scene: Scene): Promise<T>
}

/** What comes out of named recipes. */
export type Made<Given> = { [Name in keyof Given]: Given[Name] extends Recipe<infer T> ? T : never }

/** Makes all, one after the other, since one may be of the team of another. */
export async function makeAll<Given extends { [name: string]: Recipe<unknown> }>(
  given: Given,
  scene: Scene,
): Promise<Made<Given>> {
  const made: { [name: string]: unknown } = {}
  for (const [name, recipe] of Object.entries(given)) {
    made[name] = await recipe.make(scene)
    const told = tell(made[name])
    if (told !== undefined) scene.record.given.push(`${name}: ${told}`)
  }
  return made as Made<Given>
}

/** Nothing is told of nobody. */
function tell(made: unknown): string | undefined {
  const { id, email, adminKey } = made as { id?: string; email?: string; adminKey?: string }
  return id ?? email ?? (adminKey && 'holds the admin API key')
}

/** Somebody without any credentials. */
export function nobody(): Recipe<Caller> {
  return { needs: [], make: async ({ sender }) => createCaller(sender, {}) }
}

/** E-mail and password that nobody has signed up with. */
export function newCredentials(): Recipe<{ email: string; password: string }> {
  return { needs: [], make: async ({ supply }) => supply.freshCredentials() }
}

/** Somebody who has just signed up; for one check alone. */
export function newcomer(more: { name?: string } = {}): Recipe<Account> {
  return { needs: ['sign-up'], make: ({ sender, supply }) => supply.signUp(sender, more) }
}

/**
 * E-mail and password that nobody has signed up with, at a target that takes others like them: what it asks of passwords is
 * not said, so that to refuse them all is held against nobody.
 */
export function takenCredentials(): Recipe<{ email: string; password: string }> {
  return {
    needs: [],
    async make({ sender, supply }) {
      await supply.resident(sender, 0).catch((error) => {
        if (error instanceof SignUpRefused && error.status >= 400 && error.status < 500) throw error
      })
      return supply.freshCredentials()
    },
  }
}

/** Somebody whom other checks share, so that nobody may change them. There are several: one for each place. */
export function resident(place = 0): Recipe<Account> {
  return { needs: ['sign-up'], make: ({ sender, supply }) => supply.resident(sender, place) }
}

/** Somebody with a password, for one check alone, which does not ask how they came. */
export function person(): Recipe<Person> {
  return {
    needs: ['sign-up'],
    async make({ sender, supply, record }) {
      const spare = await supply.spare(sender)
      if (!spare) return supply.signUp(sender)
      record.hasSpare = true
      return spare
    },
  }
}

/** Who holds the admin API key. */
export function operator(): Recipe<Caller & { adminKey: string }> {
  return {
    needs: ['admin key'],
    make: async ({ sender, supply }) => {
      const identity = { adminKey: supply.adminKey() }
      return { ...createCaller(sender, identity), ...identity }
    },
  }
}

type Provided = Caller & Owner

function shared(role: Role): Recipe<Provided> {
  return {
    needs: [role],
    make: async ({ sender, supply }) => {
      const owner = await supply.shared(sender, role)
      return { ...createCaller(sender, owner), ...owner }
    },
  }
}

function fresh(role: Role, disposable = false): Recipe<Provided> {
  return {
    needs: [disposable ? `${role} who can leave` : role],
    make: async ({ sender, supply }) => {
      const owner = await supply.fresh(sender, role, disposable)
      return { ...createCaller(sender, owner), ...owner }
    },
  }
}

/** On a paid plan, with write scope. */
export const writer = () => shared('writer')
/** As a writer, of another team. */
export const stranger = () => shared('stranger')
/** On the free plan. */
export const freeCaller = () => shared('freeCaller')
/** In the writer's team, with read scope only. */
export const reader = () => shared('reader')
/** In the writer's team, where they may write, too. */
export const admin = () => shared('admin')
export const member = () => shared('member')
/** As a reader, for one check alone. */
export function leavingReader(): Recipe<Provided> {
  const { needs, make } = fresh('reader', true)
  return {
    needs,
    async make(scene) {
      const reader = await make(scene)
      const { email } = await scene.supply.shared(scene.sender, 'writer')
      if (reader.email === email) throw new Unverified('the reader is no user apart from the writer')
      return reader
    },
  }
}
/** Owns a team that has another member. */
export const ownerWithMember = () => fresh('ownerWithMember')
/** Owns a team that has two other members, where the hook can make the second. */
export function ownerWithMembers(): Recipe<Provided> {
  const { needs, make } = ownerWithMember()
  return {
    needs,
    async make(scene) {
      const owner = await make(scene)
      await scene.supply.join(owner, 'member')
      return owner
    },
  }
}
/** Signed up, and owns the team; a reader has joined it since. */
export function ownerWithReader(): Recipe<Account> {
  const { make } = newcomer()
  return {
    needs: ['sign-up', 'reader'],
    async make(scene) {
      const owner = await make(scene)
      const hasJoined = await scene.supply.join({ ...owner, role: 'ownerWithMember' }, 'reader')
      if (!hasJoined) throw new Inapplicable('nobody puts a reader into a team that has just signed up; a hook can')
      return owner
    },
  }
}
/** Has no password, but a verification code. */
export const oauthUser = () => fresh('oauthUser')

function incident(what: string, demand: Omit<IncidentDemand, 'of'>, of: Role = 'writer'): Recipe<Incident> {
  return {
    needs: [of, what],
    make: async ({ sender, supply }) => {
      const owner = await supply.shared(sender, of)
      return supply.provide(what, (provider) => provider.incident({ ...demand, of: owner }))
    },
  }
}

/** An open incident that was created manually. */
export const open = (of?: Role) => incident('open manual incident', { type: 'manual', resolved: false }, of)
/** A resolved incident that was created manually. */
export const resolved = () => incident('resolved manual incident', { type: 'manual', resolved: true })
/** An open incident that was detected automatically. */
export const auto = () => incident('open auto incident', { type: 'auto', resolved: false })
/** A resolved incident that was detected automatically. */
export const resolvedAuto = () => incident('resolved auto incident', { type: 'auto', resolved: true })

/** An open incident that is displayed on a service. */
export const displayed = () =>
  incident('open manual incident displayed on a service', { type: 'manual', resolved: false, displayed: true })

/** In two years, and at the end of a February that has 29 days. */
export const threeDays = ['2023-12-31', '2024-02-28', '2024-02-29']

/** A monitor with rows for these days. */
export function monitor(days: string[] = threeDays, of: Role = 'writer'): Recipe<Monitor> {
  const what = `monitor with ${days.length} days`
  return {
    needs: [of, what],
    make: async ({ sender, supply }) => {
      const owner = await supply.shared(sender, of)
      return supply.provide(what, (provider) => provider.monitor({ of: owner, days }))
    },
  }
}

/** The first recipe where it can be made, the second elsewhere: lists need not have what only a hook makes easily. */
function rather<T>(first: Recipe<T>, second: Recipe<T>): Recipe<T> {
  return {
    needs: second.needs,
    make: (scene) =>
      first.make(scene).catch((error) => {
        if (error instanceof Unverified) return second.make(scene)
        throw error
      }),
  }
}

/** More than a page, a batch or a year of rows. */
const manyDays = Array.from({ length: 400 }, (_, index) =>
  new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10),
)

/** A monitor with hundreds of rows, where there is one. */
export const longRunning = () => rather(monitor(manyDays), monitor())

/** A service with three monitors, of which one has no rows and one a single one, where there is such a one. */
export const uneven = () => rather(service([threeDays, [], ['2024-02-28'], threeDays]), service())

/** A service to which monitors with rows for these days are linked. */
export function service(monitors: string[][] = [threeDays, threeDays], of: Role = 'writer'): Recipe<Service> {
  const what = `service with ${monitors.length} monitors of ${monitors[0]?.length ?? 0} days`
  return {
    needs: [of, what],
    make: async ({ sender, supply }) => {
      const owner = await supply.shared(sender, of)
      return supply.provide(what, (provider) => provider.service({ of: owner, monitors }))
    },
  }
}
