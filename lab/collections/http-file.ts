/** Sends the requests of a file for HTTP clients of editors, read by the rules of one client. */
import { transmit } from '../../test/support/raw-http.ts'

/** The response that the title of a request announces, and the one that came. */
export interface Sent {
  id: string
  outcome: string
  statusLine: string
}

/** A body ends at the next `###`: all that stands before is sent, unless the client takes scripts. */
export async function sendAll(
  text: string,
  url: string,
  given: Record<string, string>,
  { hasScripts }: { hasScripts: boolean },
): Promise<Sent[]> {
  const values = new Map(Object.entries(given))
  const bodies = new Map<string, Record<string, unknown>>()
  const variable = /^@([^\s=]+) *= *(\S.*)$/
  const definitions = new Map(
    text.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = variable.exec(line) ?? []
      return name ? [[name, value] as const] : []
    }),
  )
  const resolve = (name: string) => {
    const [, id = '', property = ''] = /^\{\{(\w+)\.response\.body\.(\w+)\}\}$/.exec(definitions.get(name) ?? '') ?? []
    return String(values.get(name) ?? bodies.get(id)?.[property] ?? definitions.get(name) ?? `no ${name}`)
  }
  const sent: Sent[] = []
  for (const section of text.split(/^#{3,}/m).slice(1)) {
    const [title = '', ...lines] = section.split('\n')
    const start = lines.findIndex((line) => line.trim() && !/^\s*(?:#|\/\/)/.test(line) && !variable.test(line))
    if (start < 0) continue
    const [, script = ''] = (hasScripts && /^> \{%\n([\s\S]*?)^%\}$/m.exec(section)) || []
    const source = lines.slice(start).join('\n').replace(`> {%\n${script}%}`, '')
    const request = (script ? source : lines.slice(start).join('\n'))
      .trim()
      .replace(/\{\{(\w+)\}\}/g, (_, name) => resolve(name))
    const [head = '', ...rest] = request.split('\n\n')
    const [first = '', ...headerLines] = head.split('\n')
    const [method = '', target = ''] = first.split(/ (.*)/)
    const headers = Object.fromEntries(headerLines.map((line) => line.split(/: (.*)/) as [string, string]))
    const response = await transmit(url, method, target, headers, rest.length > 0 ? rest.join('\n\n') : undefined)
    const body = response.body as Record<string, unknown>
    const [, name = ''] = /^# @name (\w+)$/m.exec(section) ?? []
    bodies.set(name, body)
    for (const [, key = '', property = ''] of script.matchAll(
      /client\.global\.set\("(\w+)", response\.body\.(\w+)\);/g,
    )) {
      values.set(key, String(body[property]))
    }
    const [, id = '', outcome = ''] = /^ (\S+): (.*)$/.exec(title) ?? []
    sent.push({ id, outcome, statusLine: response.statusLine })
  }
  return sent
}
