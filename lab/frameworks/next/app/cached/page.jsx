/** A page whose data is cached at build time. */
import { countLeaving } from '../service'

export default async function Page() {
  'use cache'
  return <p>{`leaving: ${await countLeaving()}`}</p>
}
