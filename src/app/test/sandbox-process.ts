// The service as a reader of the documentation starts it: a process with a new sandbox.

import { type ChildProcess, spawn } from 'node:child_process'
import * as events from 'node:events'
import { root } from '../../../test/architecture/source.ts'
import { cloneTemplate } from '../../../test/support/postgres.ts'

export type SandboxProcess = { readonly url: string; readonly stop: () => Promise<void> }

export async function startSandbox(postgresUrl: string): Promise<SandboxProcess> {
  const database = await cloneTemplate(postgresUrl)
  const service = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (service.exitCode === null) {
      service.kill('SIGTERM')
      await events.once(service, 'close')
    }
    await database.drop()
  }
  return { url: await urlOf(service), stop }
}

function urlOf(service: ChildProcess): Promise<string> {
  const up = Promise.withResolvers<string>()
  let printed = ''
  service.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const found = /API\s+(http:\/\/\S+)/.exec(printed)?.[1]
    if (found !== undefined) up.resolve(found)
  })
  service.once('close', () => up.reject(new Error(`the service ended: ${printed}`)))
  return up.promise
}
