// The load generator: a separate process that gets its jobs as messages from the benchmark.

import { measureInserts, measureReads } from './baselines.ts'
import { payGroups, payLargeGroup } from './batches.ts'
import { CONNECTIONS, withClient } from './http-client.ts'
import type { Job } from './jobs.ts'
import { lifecyclesAtRate, lifecyclesInClosedLoop, newRecording, overload } from './lifecycles.ts'
import { measureRefusals } from './new-connections.ts'
import { authoriseAtRate, authorisePayments, fundTransfers } from './payment-load.ts'
import { webhookReceiver } from './webhook-receiver.ts'

const webhooks = webhookReceiver()

process.on('message', (job: Job) => {
  void work(job).then((result) => process.send?.(result))
})

const startRecording = () => newRecording(webhooks.recordMove)

async function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'baseline':
      return measureInserts(job.url, job.seconds)
    case 'get':
      return measureReads(job)
    case 'closed':
      return lifecyclesInClosedLoop(job, startRecording())
    case 'open':
      return lifecyclesAtRate(job, CONNECTIONS, startRecording())
    case 'overload':
      return overload(job, startRecording())
    case 'new-connections':
      return measureRefusals(job)
    case 'groups':
      return withClient(job.port, CONNECTIONS, (http) =>
        payGroups(http, job.senders, job.inFlight, job.seconds),
      )
    case 'large-group':
      return withClient(job.port, CONNECTIONS, (http) => payLargeGroup(http, job.sender))
    case 'fundings':
      return withClient(job.port, job.inFlight, (http) => fundTransfers(http, job.holders, job))
    case 'authorisations':
      return withClient(job.port, job.inFlight, (http) => authorisePayments(http, job.holders, job))
    case 'open-authorisations':
      return withClient(job.port, CONNECTIONS, (http) => authoriseAtRate(http, job.holders, job))
    case 'start-webhook-receiver':
      return webhooks.start()
    case 'webhook-lags':
      return webhooks.lags()
  }
}
