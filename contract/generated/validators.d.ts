// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { Validators } from '../validators.ts'

export const validators: Validators
