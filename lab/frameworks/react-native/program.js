/** An app of React Native before 0.80 imports the polyfill first. */
import 'react-native-url-polyfill/auto'
import { createMonitoring } from '@monitoring-service/sdk'

export const create = (baseUrl, fetch) =>
  createMonitoring({ baseUrl, fetch, adminKey: 'published-demo-admin-api-key-never-use-it-for-real', maxRetries: 0 })
