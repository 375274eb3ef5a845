/** Makes the ids of new records. */
import { monotonicFactory } from 'ulid'

/** A ULID; ids made within one millisecond still sort in the order of their creation. */
export const newId = monotonicFactory()
