/** All legal variants. */

import { credentials } from './credential-variants.ts'
import { late } from './delay-variants.ts'
import { behaviour } from './policy-variants.ts'
import { answers } from './response-variants.ts'
import { transport } from './transport-variants.ts'
import { values } from './value-variants.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

export const variants: Variant[] = [...answers, ...transport, ...behaviour, ...values, ...credentials, ...late]
