/** A server component that asks the service for each request. */
import { Suspense } from 'react'
import { countLeaving } from './service'

async function Leaving() {
  return <p>{`leaving: ${await countLeaving()}`}</p>
}

export default function Page() {
  return (
    <Suspense>
      <Leaving />
    </Suspense>
  )
}
