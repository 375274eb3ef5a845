/** Clients that change things all the time and remember what they asked for and what was acknowledged. */

/** What each kind of request speaks of: an e-mail, an incident, a day. */
export type Kind = 'signup' | 'resolve' | 'remove' | 'reset'
export type History = Record<'asked' | 'acknowledged', Record<Kind, string[]>>

/** How many clients ask for the same kind of thing. */
const clients = 3
/** How many things of each kind there are to ask for. */
export const supply = 500
export const owner = 'owner@acme.example'
export const monitor = 'busy'
/** How many rows one reset deletes. */
export const step = 3

export function day(i: number): string {
  return new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10)
}

export function startHistory(): History {
  const nothing = () => ({ signup: [], resolve: [], remove: [], reset: [] })
  return { asked: nothing(), acknowledged: nothing() }
}

/** Logs in and begins. `flowing` comes when something of each kind was acknowledged, `ended` when no client is left. */
export async function beginTraffic(url: string, password: string, { asked, acknowledged }: History) {
  let token = ''
  const send = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const login = await send('POST', '/auth/login', { email: owner, password })
  if (login.status !== 200) throw new Error(`the login was answered with ${login.status}`)
  token = ((await login.json()) as { accessToken: string }).accessToken

  const kinds: Record<Kind, { name(i: number): string; ask(name: string): Promise<Response> }> = {
    signup: {
      name: (i) => `user${i}@kill.example`,
      ask: (email) => send('POST', '/auth/signup', { email, password: 'a-good-password' }),
    },
    resolve: {
      name: (i) => `even${i}`,
      ask: (id) => send('PUT', `/api/v1/incidents/${id}/resolve`, { cause: `the cause of ${id}` }),
    },
    remove: {
      name: (i) => `odd${i}`,
      ask: (id) => send('DELETE', `/api/v1/incidents/${id}`),
    },
    reset: {
      name: (i) => day((i + 1) * step),
      ask: (before) => send('DELETE', `/api/v1/monitors/${monitor}/stats?before=${before}`),
    },
  }

  const begun = (Object.keys(kinds) as Kind[]).map((kind) => ({ kind, ...Promise.withResolvers<void>() }))
  async function beClient(kind: Kind): Promise<void> {
    const { name, ask } = kinds[kind]
    while (asked[kind].length < supply) {
      const thing = name(asked[kind].length)
      asked[kind].push(thing)
      const response = await ask(thing)
      // A server with more to do than it can bear may refuse, and then has not acknowledged.
      if (!response.ok && response.status !== 503) throw new Refused(`${kind} ${thing}: ${response.status}`)
      await response.arrayBuffer()
      if (!response.ok) continue
      acknowledged[kind].push(thing)
      begun.find((first) => first.kind === kind)?.resolve()
    }
  }

  const untilKilled = (client: Promise<void>) =>
    client.catch((error) => {
      if (error instanceof Refused) throw error
    })
  const all = begun.flatMap(({ kind }) => Array.from({ length: clients }, () => beClient(kind)))
  return { flowing: Promise.all(begun.map(({ promise }) => promise)), ended: Promise.all(all.map(untilKilled)) }
}

class Refused extends Error {}
