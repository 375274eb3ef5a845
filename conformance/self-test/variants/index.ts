/** All legal variants. */
import { credentialVariants } from './credential-variants.ts'
import { effectVariants } from './effect-variants.ts'
import { policyVariants } from './policy-variants.ts'
import { responseVariants } from './response-variants.ts'
import { transportVariants } from './transport-variants.ts'
import { valueVariants } from './value-variants.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

export const variants: Variant[] = [
  ...responseVariants,
  ...transportVariants,
  ...policyVariants,
  ...valueVariants,
  ...credentialVariants,
  ...effectVariants,
]
