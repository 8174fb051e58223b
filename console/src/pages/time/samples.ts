import type { Sample } from '../../components/CodeSample.tsx'
import { SAMPLE_TOKEN, serviceUrl } from '../../samples.ts'

export const timeSamples: readonly Sample[] = [
  {
    name: 'curl',
    code: `curl -s ${serviceUrl}/v1/simulation/clock/advance \\
  -H 'Authorization: Bearer ${SAMPLE_TOKEN}' \\
  -H 'Content-Type: application/json' \\
  -d '{"seconds":3600}'`,
  },
  {
    name: 'SDK',
    code: `import { createGodwit } from '@godwit/sdk'

const godwit = createGodwit({
  baseUrl: '${serviceUrl}',
  token: '${SAMPLE_TOKEN}',
})
await godwit.simulation.advanceSandboxClock({ body: { seconds: 3600 } })`,
  },
  { name: 'CLI', code: `npx godwit clock advance --by PT1H --url ${serviceUrl}` },
]
