// Starts one service and one browser for all browser tests.

import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { startSandbox } from '../../src/app/test/sandbox-process.ts'
import { buildConsole } from './build.ts'

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildConsole()
  const service = await startSandbox(project.getProvidedContext().postgresUrl)
  const browser = await chromium.launchServer({
    executablePath: EXECUTABLE,
    // Chromium refuses to run as root, as in containers, with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
  })
  project.provide('serviceUrl', service.url)
  project.provide('browserUrl', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await service.stop()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string
    browserUrl: string
  }
}
