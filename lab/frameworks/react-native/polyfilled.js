/** An app of React Native before 0.80 imports the polyfill first. */
import 'react-native-url-polyfill/auto'

export { createMonitoring } from '@monitoring-service/sdk'
