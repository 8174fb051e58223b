// Builds the console and starts one browser for all browser tests.

import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { buildConsole } from './build.ts'
import { chromiumOptions } from './chromium.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildConsole()
  const browser = await chromium.launchServer(chromiumOptions)
  project.provide('browserUrl', browser.wsEndpoint())
  return () => browser.close()
}

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string
  }
}
