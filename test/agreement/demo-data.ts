/** The demo data with password hashes of low cost. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import type { Passwords } from '../../server/auth/passwords.ts'
import { parseData } from '../../server/store/parse-data.ts'
import type { Data } from '../../server/store/records.ts'

/** The time of the contract's examples. */
export const asOf = new Date(demoData.asOf)

export async function cheaplyHashedDemoData(passwords: Pick<Passwords, 'hash'>): Promise<Data> {
  const data = parseData(JSON.stringify(demoData), asOf)
  const [password, code] = [await passwords.hash(demo.password), await passwords.hash(demo.verificationCode)]
  for (const user of data.users) {
    if (user.passwordHash) user.passwordHash = password
    if (user.verification) user.verification.codeHash = code
  }
  return data
}
