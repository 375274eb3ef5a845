/** The demo's accounts and secrets. They are published here, so they protect nothing. */
export const demo = {
  /** The password of every demo account that has one. */
  password: 'correct-horse-battery',
  /** The verification code of every demo account that has one. */
  verificationCode: '246810',
  tokenSecret: 'published-demo-token-secret-never-use-it-for-real',
  adminApiKey: 'published-demo-admin-api-key-never-use-it-for-real',
  upgradeUrl: 'https://monitoring.example/upgrade',
} as const
