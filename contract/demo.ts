/** The demo's accounts and secrets. They are published here, so they protect nothing. */
import { fileURLToPath } from 'node:url'

export const demo = {
  /** Records that make the contract's examples true. */
  dataFile: fileURLToPath(new URL('./demo-data.json', import.meta.url)),
  /** The password of every demo account that has one. */
  password: 'correct-horse-battery',
  tokenSecret: 'published-demo-token-secret-never-use-it-for-real',
  adminApiKey: 'published-demo-admin-api-key-never-use-it-for-real',
  upgradeUrl: 'https://monitoring.example/upgrade',
} as const
