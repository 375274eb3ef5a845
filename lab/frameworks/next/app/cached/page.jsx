/** A page whose data is kept, from the build on. */
import { countLeaving } from '../service'

export default async function Page() {
  'use cache'
  return <p>{`leaving: ${await countLeaving()}`}</p>
}
