/** An app of React Native 0.80 and newer needs no polyfill: these classes are its own. */
import { AbortController } from 'abort-controller'
import { URL, URLSearchParams } from './package/Libraries/Blob/URL.js'

Object.assign(globalThis, { URL, URLSearchParams, AbortController })

export { createMonitoring } from '@monitoring-service/sdk'
