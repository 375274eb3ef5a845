/** Reads the contract's YAML, and finds where in its text something is written. */
import { CORE_SCHEMA, EVENT_ID, type Event, getScalarValue, load, parseEvents } from 'js-yaml'
import type { Document } from './document.ts'

/** @throws YAMLException, with a mark where the text is not well-formed. */
export function parseContract(text: string): Document {
  return load(text, { schema: CORE_SCHEMA }) as Document
}

/** Both count from 1, as editors do. */
export interface Position {
  line: number
  column: number
}

/** Finds where the keys of a pointer lead in a well-formed text; as far as they do, if something is not written out. */
export function findPosition(text: string, pointer: string[]): Position {
  const around: Collection[] = []
  let found = { depth: -1, at: 0 }
  const [, ...events] = parseEvents(text, {})
  for (const event of events) {
    const inside = around.at(-1)
    if (event.type === EVENT_ID.POP) {
      around.pop()
      continue
    }
    if (inside && !inside.isList && !inside.hasKey) {
      inside.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
      inside.at = startOf(event)
      inside.hasKey = true
      continue
    }
    if (inside?.isList) Object.assign(inside, { key: String(Number(inside.key) + 1), at: startOf(event) })
    if (inside) inside.hasKey = false
    if (around.length > found.depth && around.every(({ key }, depth) => key === pointer[depth])) {
      found = { depth: around.length, at: inside?.at ?? startOf(event) }
    }
    const isList = event.type === EVENT_ID.SEQUENCE
    if (isList || event.type === EVENT_ID.MAPPING) around.push({ isList, key: '-1', at: 0, hasKey: false })
  }
  return placeOf(text, found.at)
}

/** A list or a mapping that is being read. */
interface Collection {
  isList: boolean
  /** The key, or index, that was read last. */
  key: string
  /** Where that is written. */
  at: number
  /** Whether its value is still to come. */
  hasKey: boolean
}

function startOf(event: Event): number {
  if ('valueStart' in event) return event.valueStart
  if ('start' in event) return event.start
  return 'anchorStart' in event ? event.anchorStart : 0
}

function placeOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
