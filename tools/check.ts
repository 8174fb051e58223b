// Runs every check that a change must pass: the files, the tests, and what the tests cover. After a failure no further check
// begins. With GODWIT_PROVOKED set to the file of an earlier test run, the tests are skipped.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unprovoked, untested } from '../test/architecture/allowed.ts'
import { difference, testPath, unprovokedRefusals, untestedOperations } from './coverage.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratchFolder = mkdtempSync(join(tmpdir(), 'godwit-check-'))
const earlierFile = process.env['GODWIT_PROVOKED']
const provokedFile = earlierFile ?? join(scratchFolder, 'provoked.txt')

const migrations = readdirSync(join(root, 'migrations')).map((name) => `migrations/${name}`)

type Outcome = { readonly hasPassed: boolean; readonly output: string }
type Step = { readonly name: string; run(): Promise<Outcome> }

/** Returns the `run` of a step: runs a program of node_modules/.bin, without telemetry and notices of updates. */
function runOf(name: string, ...options: string[]): () => Promise<Outcome> {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`,
    GODWIT_PROVOKED: provokedFile,
    // The printed documents compile most modules of the service, which the processes of the tests load again.
    NODE_COMPILE_CACHE: join(scratchFolder, 'compile-cache'),
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  return () =>
    new Promise((resolve, reject) => {
      const child = spawn(name, options, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      child.on('error', reject)
      child.on('close', (code) => resolve({ hasPassed: code === 0, output }))
    })
}

async function checkCoverage(): Promise<Outcome> {
  // Imported after the type check, whose messages are clearer than those of a module that does not load.
  const { everyEndpoint } = await import('../src/app/http/open-operations.ts')
  const lines = existsSync(provokedFile) ? readFileSync(provokedFile, 'utf8').split('\n') : []
  const exists = (path: string) => existsSync(join(root, path))
  const testFiles = difference(untestedOperations(everyEndpoint, exists), untested)
  const refusals = difference(unprovokedRefusals(everyEndpoint, lines), unprovoked)
  const findings = [
    ...testFiles.missing.map((id) => `${id} has no ${testPath(id)}`),
    ...refusals.missing.map((refusal) => `${refusal} is declared, but no test provokes it`),
    ...[...testFiles.stale, ...refusals.stale].map(
      (entry) => `${entry} is no longer missing: remove it from test/architecture/allowed.ts`,
    ),
  ]
  return { hasPassed: findings.length === 0, output: findings.join('\n') }
}

/**
 * Checks the types of a folder, with one checker of `tsc`. A second checker would compute shared types a second time, and would
 * take the processor of the other concurrent step.
 */
const typesOf = (folder: string) => runOf('tsc', '--noEmit', '--checkers', '1', '-p', folder)

/** Checks of the files, in the order in which they begin. */
const fileChecks: readonly Step[] = [
  { name: 'types', run: typesOf('.') },
  { name: 'types of cli and SDK', run: typesOf('cli') },
  { name: 'types of the console', run: typesOf('console') },
  { name: 'types of package', run: typesOf('package') },
  { name: 'lint and format', run: runOf('biome', 'check', '.') },
  { name: 'migrations', run: runOf('squawk', ...migrations) },
  { name: 'printed documents', run: runOf('node', 'tools/print.ts', '--check') },
  {
    name: 'interface description',
    run: runOf('redocly', 'lint', '--max-problems=20', 'docs/printed/openapi.json'),
  },
]
const tests: readonly Step[] =
  earlierFile === undefined
    ? [{ name: 'tests', run: runOf('vitest', 'run', '--reporter=dot') }]
    : []
const coverage: readonly Step[] = [{ name: 'coverage', run: checkCoverage }]

async function main(): Promise<number> {
  for (const steps of [fileChecks, tests, coverage]) if (!(await runSteps(steps))) return 1
  return 0
}

/** A step keeps one processor busy. */
const CONCURRENT_STEPS = 2

/** Runs the steps in their order, two at a time. After a failure it starts no further step. Returns whether all have passed. */
async function runSteps(steps: readonly Step[]): Promise<boolean> {
  // Shared, so that each loop takes the next step that no other loop has taken.
  const waiting = steps.values()
  let hasFailed = false
  const runWaiting = async () => {
    for (const step of waiting) {
      if (hasFailed) return
      if (!(await runStep(step))) hasFailed = true
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_STEPS }, runWaiting))
  return !hasFailed
}

/** Runs a step and prints its result. Returns whether the step has passed. */
async function runStep({ name, run }: Step): Promise<boolean> {
  const started = performance.now()
  const outcome = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const verdict = outcome.hasPassed ? 'ok  ' : 'FAIL'
  process.stdout.write(`${verdict} ${name.padEnd(22)} ${seconds.padStart(6)} s\n`)
  if (!outcome.hasPassed) process.stdout.write(`\n${outcome.output.trim()}\n`)
  return outcome.hasPassed
}

try {
  process.exitCode = await main()
} finally {
  rmSync(scratchFolder, { recursive: true, force: true })
}
