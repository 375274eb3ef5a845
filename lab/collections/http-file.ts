/** Sends the requests of a file for HTTP clients of editors, read by the rules of one client. */
import { transmit } from '../../test/support/raw-http.ts'

/** The response that the title of a request announces, and the one that came. */
export interface Sent {
  id: string
  outcome: string
  statusLine: string
}

/** `@name = value`, on a line of its own. */
const definition = /^@([^\s=]+) *= *(\S.*)$/
/** `> {% … %}` after a request, as JetBrains and httpYac have it. */
const script = /^> \{%\n([\s\S]*?)^%\}$/m

type Json = Record<string, unknown>

/**
 * @param text sections that begin with `### ID: OUTCOME`
 * @param given values of variables, in place of those that the text defines
 * @param hasScripts whether the client runs scripts; if not, it sends them with the body
 */
export async function sendAll(
  text: string,
  url: string,
  given: Record<string, string>,
  { hasScripts }: { hasScripts: boolean },
): Promise<Sent[]> {
  const definitions: Record<string, string> = Object.fromEntries(
    [...text.matchAll(new RegExp(definition, 'gm'))].map(([, name, value]) => [name, value]),
  )
  const values: Record<string, string> = { ...given }
  const bodies: Record<string, Json> = {}
  const resolve = (name: string) => {
    const defined = definitions[name] ?? `no ${name}`
    // A field of the response to an earlier request.
    const [, request = '', field = ''] = /^\{\{(\w+)\.response\.body\.(\w+)\}\}$/.exec(defined) ?? []
    return String(values[name] ?? bodies[request]?.[field] ?? defined)
  }
  const sent: Sent[] = []
  for (const section of text.split(/^#{3,}/m).slice(1)) {
    const request = requestOf(hasScripts ? section.replace(script, '') : section)
    if (request === '') continue
    const { method, target, headers, body } = parse(request.replace(/\{\{(\w+)\}\}/g, (_, name) => resolve(name)))
    const response = await transmit(url, method, target, headers, body)
    const received = response.body as Json
    const [, name = ''] = /^# @name (\w+)$/m.exec(section) ?? []
    bodies[name] = received
    const [, code = ''] = (hasScripts && script.exec(section)) || []
    for (const [, key = '', field = ''] of code.matchAll(/client\.global\.set\("(\w+)", response\.body\.(\w+)\);/g))
      values[key] = String(received[field])
    const [, id = '', outcome = ''] = /^ (\S+): (.*)$/m.exec(section) ?? []
    sent.push({ id, outcome, statusLine: response.statusLine })
  }
  return sent
}

/** A request begins after comments and definitions, and ends with its section. */
function requestOf(section: string): string {
  const lines = section.split('\n').slice(1)
  const start = lines.findIndex((line) => line.trim() && !/^\s*(?:#|\/\/)/.test(line) && !definition.test(line))
  return start < 0 ? '' : lines.slice(start).join('\n').trim()
}

function parse(request: string) {
  const [head = '', body] = request.split(/\n\n(.*)/s)
  const [first = '', ...headerLines] = head.split('\n')
  const [method = '', target = ''] = first.split(/ (.*)/)
  const headers = Object.fromEntries(headerLines.map((line) => line.split(/: (.*)/) as [string, string]))
  return { method, target, headers, body }
}
