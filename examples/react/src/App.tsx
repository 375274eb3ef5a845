/** The page: choose a service, log in, resolve incidents. */
import { loginMutation } from '@monitoring-service/sdk/react-query'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Incident } from './Incident.tsx'
import { Login } from './Login.tsx'
import { clientOf, type ServiceName, services } from './service.ts'

/** The service has no operation that lists incidents, so the page contains the ids of some of the demo data. */
const incidents = [
  { id: '01J0000000000001NC1DENT001', title: 'Checkout is slow' },
  { id: '01J0000000000001NC1DENT002', title: 'Office network is down' },
  { id: '01J0000000000001NC1DENT003', title: 'Search is down' },
  { id: '01J0000000000001NC1DENT007', title: 'Globex is down' },
]

export function App() {
  const [service, setService] = useState<ServiceName>('server')
  const login = useMutation(loginMutation({ client: clientOf(service) }))
  const session = login.data
  const client = useMemo(() => clientOf(service, session?.accessToken), [service, session])

  function change(name: ServiceName) {
    setService(name)
    // A token of one service is not valid at the other.
    login.reset()
  }

  return (
    <>
      <h1>Incidents</h1>
      <fieldset>
        <legend>Ask</legend>
        {(Object.keys(services) as ServiceName[]).map((name) => (
          <label key={name}>
            <input type="radio" name="service" checked={service === name} onChange={() => change(name)} />
            the {name} at {services[name]}
          </label>
        ))}
      </fieldset>
      {session ? (
        <>
          <p>
            Logged in as {session.user.email}, {session.user.role}.
          </p>
          <ul>
            {incidents.map((incident) => (
              <Incident key={incident.id} client={client} {...incident} />
            ))}
          </ul>
        </>
      ) : (
        <Login isPending={login.isPending} error={login.error} onLogin={(body) => login.mutate({ body })} />
      )}
    </>
  )
}
