/** All legal variants. */
import { answers } from './answers.ts'
import { behaviour } from './behaviour.ts'
import { credentials } from './credentials.ts'
import { late } from './late.ts'
import { transport } from './transport.ts'
import { values } from './values.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

export const variants: Variant[] = [...answers, ...transport, ...behaviour, ...values, ...credentials, ...late]
