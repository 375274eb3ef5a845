/** A part that imports the SDK, and meets errors of the other one's copy. */
import { ApiError } from '@monitoring-service/sdk/operations'
import legacy from './legacy.cjs'

legacy
  .call()
  .catch((error) => console.log(error instanceof ApiError, error.status, `${structuredClone(error.detail).code}`))
