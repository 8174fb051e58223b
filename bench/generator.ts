// Starts the load generator, a separate process that gets one job at a time.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Job } from './load-generator/jobs.ts'

/** Sends a job to the load generator. Resolves with the figures of the job. */
export type RunJob = <R>(job: Job) => Promise<R>

type Generator = { readonly run: RunJob; stop(): void }

export function startGenerator(): Generator {
  const child: ChildProcess = fork(
    fileURLToPath(new URL('load-generator/main.ts', import.meta.url)),
  )
  return {
    run: <R>(job: Job) =>
      new Promise<R>((resolve, reject) => {
        const ended = (code: number | null, signal: NodeJS.Signals | null) =>
          reject(
            new Error(
              `the load generator ended during ${job.kind}: exit ${code ?? signal}; see its error above`,
            ),
          )
        child.once('exit', ended)
        child.once('message', (result: R) => {
          child.off('exit', ended)
          resolve(result)
        })
        child.send(job)
      }),
    stop: () => child.kill('SIGKILL'),
  }
}
