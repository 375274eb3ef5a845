/** Observations from other calls of a run about a finding, as data; `report/note-words.ts` makes the words. */

/** A part of the request, a record that it is about, or the response. */
export type Aspect = 'body' | 'query' | 'request' | 'object' | 'caller' | 'header' | 'response'

/** A property of a call, which may tell wrong calls from right ones. */
export interface Property {
  of: Aspect
  /** A field of that part, or a trait of the call. */
  field: string
  is?: string | number | boolean | null
  /** A trait of the text, a character in it, or the unit of the bounds. */
  has?: string
  atLeast?: number
  atMost?: number
  not?: true
}

export type Note =
  /** The same rule is violated in the same way there, where the other notes are. */
  | { sameAs: string; step: number }
  /** Several wrong calls have the first property, or a further one, and no right call has. */
  | { wrongIf: Property[]; wrong: number; right: number }
  /** A right call differs from the wrong one in this field only; `is` is the value there. */
  | { rightWith: Property; check: string; step: number }
  /** How many of the calls that the rule is about are wrong. */
  | { extent: Extent[] }
  /** What is seen would be right if that step had another effect. */
  | { explainedBy: Effect; check: string; step: number }

export interface Extent {
  operation: string
  wrong: number
  of: number
}

/** A refused call was carried out; an accepted one took another object, too, or came after simultaneous ones. */
export type Effect = 'applied' | 'spread' | 'last'
