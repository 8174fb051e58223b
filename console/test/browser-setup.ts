// Builds the console and starts one browser for all browser tests.

import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { buildConsole } from './build.ts'

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildConsole()
  const browser = await chromium.launchServer({
    executablePath: EXECUTABLE,
    // As root, for example in a container, Chromium starts only without its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
  })
  project.provide('browserUrl', browser.wsEndpoint())
  return () => browser.close()
}

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string
  }
}
