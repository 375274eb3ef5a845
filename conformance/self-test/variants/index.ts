/** All legal variants. */
import { answers } from './answers.ts'
import { behaviour } from './behaviour.ts'
import { transport } from './transport.ts'
import { values } from './values.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

export const variants: Variant[] = [...answers, ...transport, ...behaviour, ...values]
