/** What other calls of a run tell of a finding, as data; `report/note-words.ts` makes the words. */

/** A step of a check, by its number from 1. */
export interface Place {
  check: string
  step: number
}

export type Scalar = string | number | boolean | null

/** Parts of a request, the records that it is about, and what was done before: to its object, to one of the same monitor or service, or by its caller in the check. */
export type Aspect = 'request' | 'body' | 'query' | 'header' | 'object' | 'caller' | 'response' | Before | 'run'
export type Before = 'object before' | 'related before' | 'caller before'

/** A property of a call, which may tell wrong calls from right ones. */
export interface Property {
  of: Aspect
  /** A field of that part; of what was done before, the operation. */
  field: string
  is?: Scalar
  /** A kind of characters, or a unit. */
  has?: string
  atLeast?: number
  atMost?: number
  not?: true
}

export type Note =
  /** (a) The same rule is violated in the same way there, where the other notes are. */
  | { sameAs: string; step: number }
  /** (b) Wrong calls have all properties of the first list, or of a further one, and right calls lack them. */
  | { wrongIf: Property[][]; wrong: number; right: number; otherWrong: number; otherRight: number }
  /** (b) All calls are wrong that the rule is about; or some, and equal ones are right. */
  | { wrong: number; of: number }
  /** (b) So many wrong values differ by this from the right ones; by milliseconds, if they are times. */
  | { offset: number; isTime: boolean; wrong: number; of: number }
  /** (c) What is seen would be right if that step had another effect. */
  | ({ explainedBy: Effect } & Place)
  /** (c) The right call with the fewest differences: what it has, or with `not`, what it lacks. */
  | ({ nearestRight: Property[] } & Place)

/** A refused call was carried out, an accepted one was lost, took another object, too, or came after simultaneous ones. */
export type Effect = 'applied' | 'lost' | 'spread' | 'last'
