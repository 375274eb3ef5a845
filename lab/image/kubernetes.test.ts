/** deploy/kubernetes.yaml fits the server: its settings, ports, times and rights. */
import { readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'
import { expect, it } from 'vitest'
import { describeSettings } from '../../server/help.ts'
import { readSettings, type Settings } from '../../server/read-settings.ts'
import { secrets } from '../../test/support/process.ts'

interface Deployment {
  kind: string
  metadata: { name: string; labels: object }
  spec: {
    replicas: number
    selector: { matchLabels: object }
    template: { metadata: { labels: object }; spec: Pod }
    ports: { targetPort: string }[]
  }
}
interface Pod {
  terminationGracePeriodSeconds: number
  initContainers: Container[]
  containers: Container[]
  topologySpreadConstraints: object[]
  volumes: object[]
  securityContext: { runAsUser: number; runAsNonRoot: boolean }
}
interface Container {
  image: string
  args: string[]
  envFrom: object[]
  volumeMounts: object[]
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  livenessProbe: Probe
  readinessProbe: Probe
  resources: { limits: { memory: string } }
  securityContext: object
}
type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number }

const text = readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8')
const [deployment, service, budget] = loadAll(text) as Deployment[]
if (!deployment || !service || !budget) throw new Error('deploy/kubernetes.yaml has no three objects')
const { template } = deployment.spec
const [container] = template.spec.containers
if (!container) throw new Error('the pod has no container')
const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
const portOf = (name: string) => container.ports.find((port) => port.name === name)?.containerPort

it('Each variable is a setting with a value that the server takes, but for those of the secret', async () => {
  const known = describeSettings().map(({ variable }) => variable)
  expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([])
  const settings = (await readSettings([], { ...secrets, ...env })) as Settings
  expect([settings.port, settings.opsPort]).toEqual([portOf('http'), portOf('ops')])
  expect(container.env.map(({ value }) => typeof value)).toEqual(Array(container.env.length).fill('string'))
  const [, named = ''] = /The secret `monitoring` has (.*)[.:]\n/.exec(text) ?? []
  const required = describeSettings().filter(({ fallback }) => fallback.startsWith('required'))
  expect(named.split(/, | and /).sort()).toEqual(required.map(({ variable }) => variable).sort())
})

it('A pod is probed on the port of health, is drained before it is killed, and is replaced by a ready one', async () => {
  const { drainDelay = 0, grace = 0, keepAlive = 0 } = (await readSettings([], { ...secrets, ...env })) as Settings
  const { livenessProbe, readinessProbe } = container
  expect(livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'ops' })
  expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'ops' })
  const unready = readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1000
  expect(drainDelay).toBeGreaterThan(2 * unready)
  expect(template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainDelay + grace + 2000)
  expect(keepAlive).toBeGreaterThan(60_000)
  expect(deployment.spec).toMatchObject({ strategy: { rollingUpdate: { maxUnavailable: 0 } } })
  expect(budget.spec).toMatchObject({ maxUnavailable: 1 })
  expect(service.spec.ports.map(({ targetPort }) => portOf(targetPort))).toEqual([portOf('http')])
  for (const labels of [
    template.metadata.labels,
    (service.spec as { selector: object }).selector,
    budget.spec.selector.matchLabels,
  ])
    expect(labels).toEqual(deployment.spec.selector.matchLabels)
})

it('The tables are migrated by the same image and secret before a server starts; servers are on several nodes', () => {
  const [migration, ...others] = template.spec.initContainers
  const { image, envFrom, securityContext } = container
  expect(migration).toMatchObject({ image, envFrom, securityContext, args: ['migrate', 'up'] })
  expect(others).toEqual([])
  expect(template.spec.topologySpreadConstraints).toMatchObject([{ labelSelector: deployment.spec.selector }])
})

it('The container has the user of the image, and no right beside; it writes to /tmp only', () => {
  const [, user] = /^USER (\d+):/m.exec(readFileSync(new URL('../../deploy/Dockerfile', import.meta.url), 'utf8')) ?? []
  expect(template.spec.securityContext).toMatchObject({ runAsUser: Number(user), runAsNonRoot: true })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(template.spec).toMatchObject({ automountServiceAccountToken: false })
  expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }])
  expect(template.spec.volumes).toEqual([{ name: 'tmp', emptyDir: {} }])
})

it('The alert of memory is raised before the limit of the container', () => {
  const alerts = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')
  const [, most] = /process_resident_memory_bytes > (\S+)/.exec(alerts) ?? []
  expect(Number(most)).toBeLessThan(Number(container.resources.limits.memory.replace('Mi', '')) * 2 ** 20)
})
