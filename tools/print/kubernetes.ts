// The Kubernetes manifests of an installation in live mode. To install, copy them and replace the image and the
// addresses in example.org (docs/operating.md).

import { readFileSync } from 'node:fs'
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import {
  ConfigMap,
  type IContainer,
  type IEnvVar,
  type IPodSpec,
  type IProbe,
  Service,
} from 'kubernetes-models/v1'
import { stringify } from 'yaml'
import { secretNames } from '../../src/app/secrets.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

const NAME = 'godwit'
const labels = { 'app.kubernetes.io/name': NAME }
const metadata = { name: NAME, labels }

/** The user `node` of the official Node.js images. `runAsNonRoot` needs a number, because a name could be that of root. */
const NODE_USER = 1000
/** The `PORT` of the image. */
const PORT = 8080
/** How long requests may still come to a process that stops: the cluster takes it out of the Service meanwhile. */
const UNROUTE_SECONDS = 10
/**
 * Longer than the sum of `UNROUTE_SECONDS`, the slowest request and a client that does not read its reply (`uploadMs`
 * and `idleMs` of `defaultRequestLimits`), so that the last work of sweeps can end.
 */
const STOP_SECONDS = 240

/** Empty values leave the default. */
const settings: Readonly<Record<string, string>> = {
  GODWIT_MODE: 'live',
  GODWIT_CELL: '0',
  GODWIT_ROLES: 'api,worker',
  GODWIT_BASE_URL: 'https://pay.example.org',
  GODWIT_LOGIN_URL: 'https://login.example.org/',
  GODWIT_MAIL_FROM: 'payments@example.org',
  GODWIT_ECB_RATES: '',
  GODWIT_FILE_CHECK_URL: '',
  GODWIT_TRUSTED_PROXIES: '',
  GODWIT_RATE_LIMIT: '100',
  GODWIT_ADDRESS_RATE_LIMIT: '100',
  GODWIT_POOL_MAX: '12',
  GODWIT_REQUEST_LOG: 'off',
  LOG_LEVEL: 'info',
}

/** Keys of the Secret `godwit`, which is not printed. URLs are among them because they can contain passwords. */
const requiredSecrets = ['DATABASE_URL', ...secretNames.map((name) => `GODWIT_SECRET_${name}`)]
const optionalSecrets = ['GODWIT_SMTP_URL', 'GODWIT_SMS_URL']

const secretEnv: readonly IEnvVar[] = [
  ...requiredSecrets.map((key) => ({
    name: key,
    valueFrom: { secretKeyRef: { name: NAME, key } },
  })),
  ...optionalSecrets.map((key) => ({
    name: key,
    valueFrom: { secretKeyRef: { name: NAME, key, optional: true } },
  })),
]

function probe(path: string, times: Omit<IProbe, 'httpGet'>): IProbe {
  return { httpGet: { path, port: 'http' }, ...times }
}

const container: IContainer = {
  name: NAME,
  image: `${NAME}:${version}`,
  ports: [{ name: 'http', containerPort: PORT }],
  envFrom: [{ configMapRef: { name: NAME } }],
  env: [...secretEnv],
  // The schema is migrated before the port opens, which may take minutes.
  startupProbe: probe('/health', { periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 120 }),
  // `/health` does not use the database, because a restart of the service would not repair the database.
  livenessProbe: probe('/health', { periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }),
  // Three failures take longer than a failover of the database. During a failover, pods that answer 503 are better than
  // no pods.
  readinessProbe: probe('/ready', { periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 3 }),
  lifecycle: { preStop: { sleep: { seconds: UNROUTE_SECONDS } } },
  // No CPU limit: it would stop the event loop for parts of every 100 ms.
  resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '2Gi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    // Read-only, so that an empty DATABASE_URL ends the process instead of starting a database that the pod would delete.
    { name: 'data', mountPath: '/data', readOnly: true },
  ],
}

const podSpec: IPodSpec = {
  automountServiceAccountToken: false,
  // Otherwise every pod gets the addresses of Services as variables, and GODWIT_PORT is one of them.
  enableServiceLinks: false,
  // Otherwise Node.js is process 1, which SIGTERM does not end before the service has started and handles the signal.
  shareProcessNamespace: true,
  terminationGracePeriodSeconds: STOP_SECONDS,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: NODE_USER,
    runAsGroup: NODE_USER,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map(
    (topologyKey) => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: labels },
    }),
  ),
  containers: [container],
  volumes: [
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
    { name: 'data', emptyDir: { sizeLimit: '1Mi' } },
  ],
}

const deployment: IDeployment['spec'] = {
  replicas: 2,
  selector: { matchLabels: labels },
  // One process of the new version migrates the schema and is ready before an old one stops.
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  minReadySeconds: 5,
  // Longer than the 600 s that the startup probe allows.
  progressDeadlineSeconds: 900,
  template: { metadata: { labels }, spec: podSpec },
}

const manifests = {
  configmap: new ConfigMap({ metadata, data: settings }),
  deployment: new Deployment({ metadata, spec: deployment }),
  service: new Service({
    metadata,
    spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  }),
  poddisruptionbudget: new PodDisruptionBudget({
    metadata,
    spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
  }),
}

const HEADER = '# Printed by `npm run print`: copy it, and change the copy (docs/operating.md).\n'

/** The printed files by path. Throws when a manifest does not have the schema of its kind. */
export function printKubernetes(): Record<string, string> {
  const printed = Object.entries(manifests).map(([name, manifest]) => {
    manifest.validate()
    // Parsers of YAML 1.1, such as that of kubectl, read an unquoted `off` as a boolean.
    const text = stringify(manifest.toJSON(), {
      version: '1.1',
      lineWidth: 0,
      aliasDuplicateObjects: false,
    })
    return [`deploy/kubernetes/${name}.yaml`, HEADER + text]
  })
  return Object.fromEntries(printed)
}
