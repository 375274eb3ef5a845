/** The steps of a sequence. They are JSON with names in place of ids, so that a sequence can be kept and sent again. */
import type { OperationId } from '@monitoring-service/contract'

export type RecordKind = 'account' | 'incident' | 'monitor' | 'service'

export interface Action {
  /** The operation that is called, or the kind of the record that is made. */
  operation: OperationId | RecordKind
  /** The account that calls, or whose team the record belongs to; `anonymous` if there is none. */
  by: string
  /** The object or account that it is about, unless that is the caller. */
  of?: string
  /** The object or account that it creates. */
  name?: string
  /** By parameter, property or field: the name of a value, or the value itself. */
  values?: Record<string, string>
  /** The wrong or unusual part of the request: its credential, its id, or another part. */
  spoiled?: { credential?: string; id?: string; part?: string }
  /** Further objects or accounts that it refers to. */
  uses?: string[]
}

/** Actions that are sent at the same time; one, as a rule. */
export type Step = Action[]
