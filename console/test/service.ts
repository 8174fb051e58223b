// Starts a sandbox for each test file, so that no file depends on the resources or the clock of another.

import { afterAll, inject } from 'vitest'
import { startSandbox } from '../../src/app/test/sandbox-process.ts'

const sandbox = await startSandbox(inject('postgresUrl'))
afterAll(sandbox.stop)

/** The URL of the sandbox, without a slash at the end. */
export const serviceUrl: string = sandbox.url
