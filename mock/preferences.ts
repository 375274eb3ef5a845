/** Reads the Prefer header (RFC 7240) as Prism's users know it. */

export interface Preferences {
  code?: number
  example?: string
  dynamic?: boolean
}

/** Unknown and malformed preferences are ignored, as the RFC asks. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const wanted: Preferences = {}
  for (const part of String(header ?? '').split(',')) {
    const [name = '', value = ''] =
      part
        .split(';')[0]
        ?.split('=')
        .map((text) => text.trim().replace(/^"(.*)"$/, '$1')) ?? []
    if (name.toLowerCase() === 'code' && /^[1-5][0-9]{2}$/.test(value)) wanted.code = Number(value)
    if (name.toLowerCase() === 'example' && value) wanted.example = value
    if (name.toLowerCase() === 'dynamic' && value === 'true') wanted.dynamic = true
  }
  return wanted
}
