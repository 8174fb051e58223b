// Checks that the Kubernetes manifests agree with the settings, the secrets, the image and the probes of the service.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IConfigMap, IService } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/app/config.ts'
import { defaultRequestLimits } from '../../src/app/http/limits/request-limits.ts'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { replyTimeout } from '../../src/webhooks/timers.ts'
import { printKubernetes } from '../../tools/print/kubernetes.ts'
import { stagesOf } from '../support/dockerfile.ts'
import { liveSecrets } from '../support/secrets.ts'
import { root } from './source.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
// The parser of kubectl reads YAML 1.1.
const manifest = <T>(name: string) =>
  parse(read(`deploy/kubernetes/${name}.yaml`), { version: '1.1' }) as T

const { data: settings = {} } = manifest<IConfigMap>('configmap')
const { spec: deployment } = manifest<IDeployment>('deployment')
const { spec: service } = manifest<IService>('service')
const { spec: budget } = manifest<IPodDisruptionBudget>('poddisruptionbudget')
const pod = deployment!.template.spec!
const container = pod.containers[0]!
const env = container.env ?? []

const instructions = stagesOf(read('Dockerfile')).at(-1)!.instructions
const textOf = (instruction: string) =>
  instructions.find(({ name }) => name === instruction)?.text ?? ''
const imageEnv = Object.fromEntries(
  [...textOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>

const DATABASE_URL = 'postgres://godwit:secret@db1:5432/godwit'
const secrets: Readonly<Record<string, string>> = {
  ...liveSecrets,
  DATABASE_URL,
  GODWIT_SMTP_URL: 'smtps://godwit:secret@mail.example.org:465',
  GODWIT_SMS_URL: 'https://sms.example.org/messages',
}
const podEnv = { ...imageEnv, ...settings, ...secrets, GODWIT_UNKNOWN: 'not read' }

/** The names of the variables that the settings code reads. */
function settingNames(): Set<string> {
  const names = new Set<string>()
  const recording = new Proxy(podEnv as Record<string, string>, {
    get: (target, name) => {
      names.add(String(name))
      return target[String(name)]
    },
  })
  readConfig(recording)
  return names
}

describe('the Kubernetes manifests', () => {
  it('are printed from tools/print/kubernetes.ts', () => {
    const printed = printKubernetes()
    expect(Object.keys(printed)).toHaveLength(4)
    for (const [path, text] of Object.entries(printed)) expect(read(path)).toBe(text)
  })

  it('set only variables that the settings code reads and docs/configuration.md lists', () => {
    const known = settingNames()
    const documented = read('docs/configuration.md')
    const names = [...Object.keys(settings), ...env.map(({ name }) => name)]
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
    expect(known.has('GODWIT_UNKNOWN')).toBe(false)
  })

  it('configure live mode with the variables of the image, the ConfigMap and the Secret', () => {
    expect(readConfig(podEnv)).toMatchObject({
      mode: 'live',
      roles: ['api', 'worker'],
      host: '0.0.0.0',
      databaseUrl: DATABASE_URL,
      baseUrl: 'https://pay.example.org',
      rateLimitPerSecond: 100,
      log: { requestLog: 'off' },
    })
  })

  it('hold every setting of the ConfigMap as text, for YAML 1.1 and for YAML 1.2', () => {
    expect(parse(read('deploy/kubernetes/configmap.yaml'), { version: '1.2' }).data).toEqual(
      settings,
    )
    expect(Object.values(settings).filter((value) => typeof value !== 'string')).toEqual([])
  })

  it('take every secret from the Secret and no secret from the ConfigMap', () => {
    expect(env.map(({ name }) => name).sort()).toEqual(Object.keys(secrets).sort())
    for (const { name, value, valueFrom } of env) {
      expect(value).toBe(undefined)
      expect(valueFrom?.secretKeyRef).toMatchObject({ name: 'godwit', key: name })
    }
    expect(Object.keys(settings).filter((name) => name in secrets)).toEqual([])
  })

  it.each(['DATABASE_URL', ...Object.keys(liveSecrets)])('require the secret %s', (name) => {
    const reference = env.find((each) => each.name === name)?.valueFrom?.secretKeyRef
    expect(reference).toBeDefined()
    expect(reference?.optional ?? false).toBe(false)
  })

  it('use the port of the image in the container, the Service and the probes', () => {
    const { name, containerPort } = container.ports![0]!
    expect([String(containerPort), imageEnv['PORT']]).toEqual([textOf('EXPOSE'), textOf('EXPOSE')])
    expect(settings['PORT'] ?? imageEnv['PORT']).toBe(String(containerPort))
    expect(service?.ports?.map(({ targetPort }) => targetPort)).toEqual([name])
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
      expect(probe?.httpGet?.port).toBe(name)
  })

  it('probe operations of live mode that need no token: /ready for requests, /health for restarts', () => {
    const pathOf = (id: string) => {
      const { route, access, sandboxOnly } = everyEndpoint.find((each) => each.id === id)!
      expect([access, sandboxOnly ?? false]).toEqual([{ token: 'none' }, false])
      return route.replace('GET ', '')
    }
    expect(container.readinessProbe?.httpGet?.path).toBe(pathOf('app.ready'))
    expect(container.livenessProbe?.httpGet?.path).toBe(pathOf('app.health'))
    expect(container.startupProbe?.httpGet?.path).toBe(pathOf('app.health'))
  })

  it('run as the user of the image, which is node, never as root, without privileges and with a read-only file system', () => {
    expect(textOf('USER')).toBe('node')
    expect(stagesOf(read('Dockerfile')).at(-1)?.base).toMatch(/^node:/)
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
    })
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('cannot start an embedded database, which would be deleted with the pod', () => {
    const mounts = container.volumeMounts ?? []
    const data = mounts.find(({ mountPath }) => mountPath === imageEnv['GODWIT_DATA_DIR'])
    expect(data?.readOnly).toBe(true)
    const volumes = pod.volumes?.map(({ name, emptyDir }) => [name, emptyDir !== undefined])
    expect(volumes).toEqual(mounts.map(({ name }) => [name, true]))
  })

  it('give a stopping process enough time for the slowest request, a client that does not read, and the last delivery', () => {
    const { uploadMs, idleMs } = defaultRequestLimits
    const preStopSeconds = container.lifecycle?.preStop?.sleep?.seconds ?? 0
    expect(preStopSeconds).toBeGreaterThan(0)
    const longest = preStopSeconds + (uploadMs + idleMs) / 1000 + replyTimeout.seconds
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(longest)
  })

  it('run two processes, and keep one of them ready during updates and maintenance', () => {
    expect(deployment?.replicas).toBe(2)
    expect(deployment?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    expect(budget?.maxUnavailable).toBe(1)
  })

  it('select the pods of the Deployment', () => {
    const { labels } = deployment!.template.metadata!
    const spread = pod.topologySpreadConstraints?.map((each) => each.labelSelector?.matchLabels)
    const selectors = [service?.selector, budget?.selector?.matchLabels, ...(spread ?? [])]
    expect(selectors).toEqual([labels, labels, labels, labels])
    expect(deployment?.selector.matchLabels).toEqual(labels)
  })

  it('define no variables for Services, which would begin with GODWIT_ as settings do', () => {
    expect(pod.enableServiceLinks).toBe(false)
  })
})
