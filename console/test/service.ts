// A sandbox for each test file: what one file creates, and how far it moves the clock, must not change what another
// sees.

import { afterAll, inject } from 'vitest'
import { startSandbox } from '../../src/app/test/sandbox-process.ts'

const sandbox = await startSandbox(inject('postgresUrl'))
afterAll(sandbox.stop)

/** Without a slash at the end. */
export const serviceUrl: string = sandbox.url
