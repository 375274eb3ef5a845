// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { Validators } from '../validation/validator-types.ts'

export const validators: Validators
