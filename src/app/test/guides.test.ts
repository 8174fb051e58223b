// Runs every code block of the guides in docs/guides/ as a reader does: TypeScript is saved under the name in its first
// line and type-checked, shell commands run in the order of the page, and their output must be the text of the page. The
// commands of a YAML workflow run in a new directory and must pass.
// The guides share one sandbox, so a guide must not print data that another guide changes.

import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../../test/architecture/source.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { type SandboxProcess, startSandbox } from './sandbox-process.ts'

/** A guide runs many programs, each in a separate process. */
const TIMEOUT_MS = 240_000
const folder = `${root}/docs/guides`
const guides = readdirSync(folder).filter((name) => name !== 'README.md')
const run = promisify(execFile)

type Block = { readonly language: string; readonly text: string }

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```([a-z]*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

const pageOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const textOf = (name: string, language: string) =>
  blocksOf(pageOf(name))
    .filter((block) => block.language === language)
    .map(({ text }) => text)
    .join('')

/** Ports of servers that a page starts. */
const PORTS = ['8081', '8082', '8083', '8443', '9000']
/** Pages that start a service, which may use a database of the test server instead of the embedded one. */
const WITH_DATABASE = new Set(['existing-client.md'])

/** Ends the programs that a page starts in the background, when the script ends. */
const EXIT_TRAP = `trap 'kill $(jobs -p) 2> kill.log || true; wait' EXIT`
/** The workflows clone Godwit; here the clone is a link to the folder of Godwit. */
const CLONE = `git() { ln -s '${root}' "\${!#}"; }`
/**
 * npm as it runs inside the folder of Godwit, which is installed already. It is a program and not a function, so that
 * `kill` ends the service and not only a shell that waits for it.
 */
const NPM = `#!/bin/sh\nPATH="\${PATH#*:}"\n[ "$1" = ci ] || exec npm --prefix '${root}' "$@"\n`

type Workflow = Readonly<Record<string, Job>> & { readonly jobs?: Readonly<Record<string, Job>> }
type Job = {
  readonly script?: readonly string[]
  readonly steps?: readonly { readonly run?: string; readonly if?: string }[]
}

/** The commands of a workflow of GitHub Actions or GitLab that run when nothing fails. */
function commandsOf(workflow: Workflow): string[] {
  return Object.values(workflow.jobs ?? workflow).flatMap(({ script, steps }) => [
    ...(script ?? []),
    ...(steps ?? []).flatMap((step) => (step.run && !step.if ? [step.run] : [])),
  ])
}

const workflows = guides.flatMap((name) =>
  blocksOf(pageOf(name))
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => ({ name, text, title: text.slice(2, text.indexOf('\n')) })),
)

const createEmptyDirectory = () => mkdtempSync(join(tmpdir(), 'godwit-guides-'))

/** Creates a directory in which programs can import the SDK, as in a directory inside the folder of Godwit. */
function createWorkingDirectory(): string {
  const directory = createEmptyDirectory()
  // The embedded database runs as another user when this test runs as root.
  chmodSync(directory, 0o711)
  mkdirSync(`${directory}/bin`)
  writeFileSync(`${directory}/bin/npm`, NPM, { mode: 0o755 })
  mkdirSync(`${directory}/node_modules/@godwit`, { recursive: true })
  symlinkSync(`${root}/sdk`, `${directory}/node_modules/@godwit/sdk`)
  symlinkSync(`${root}/node_modules/@types`, `${directory}/node_modules/@types`)
  writeFileSync(`${directory}/package.json`, '{"type":"module"}')
  return directory
}

function saveFiles(name: string, directory: string, replace: (text: string) => string): void {
  for (const { language, text } of blocksOf(pageOf(name))) {
    if (language !== 'ts') continue
    const [, file] = /^\/\/ ([\w.-]+\.ts)\n/.exec(text) ?? []
    if (file === undefined) throw new Error(`${name}: a ts block must begin with "// <name>.ts"`)
    writeFileSync(`${directory}/${file}`, replace(text))
  }
}

describe('the guides', () => {
  let sandbox: SandboxProcess
  let directory = ''
  const env = () => ({ ...process.env, PATH: `${directory}/bin:${process.env.PATH}` })
  /** Replaces the address of the sandbox, and the ports of the other servers of a page. */
  const portReplacer = async () => {
    const ports = new Map<string, string>()
    for (const port of PORTS) ports.set(port, String(await freePort()))
    return (text: string) =>
      text
        .replaceAll('http://127.0.0.1:8080', sandbox.url)
        .replace(new RegExp(`\\b(${PORTS.join('|')})\\b`, 'g'), (port) => ports.get(port) ?? '')
  }

  beforeAll(async () => {
    directory = createWorkingDirectory()
    sandbox = await startSandbox(inject('postgresUrl'))
  }, TIMEOUT_MS)

  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true })
    await sandbox.stop()
  })

  it.each(guides)(
    'the commands of %s print the output that the page shows',
    async (name) => {
      const replace = await portReplacer()
      saveFiles(name, directory, replace)
      const script = `${EXIT_TRAP}\n${replace(textOf(name, 'sh'))}`
      const database = WITH_DATABASE.has(name)
        ? await cloneTemplate(inject('postgresUrl'))
        : undefined
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: directory,
        env: { ...env(), ...(database && { DATABASE_URL: database.url }) },
      }).finally(() => database?.drop())
      expect(stdout).toBe(textOf(name, 'text'))
    },
    TIMEOUT_MS,
  )

  it(
    'the commands of the README.md of the project print the output that the page shows',
    async () => {
      const readme = readFileSync(`${root}/README.md`, 'utf8')
      // The first block starts the sandbox, which runs already.
      const [, ...commands] = blocksOf(readme).filter(({ language }) => language === 'sh')
      const script = commands.map(({ text }) => text).join('')
      const { stdout } = await run('bash', [
        '-euo',
        'pipefail',
        '-c',
        script.replaceAll('http://127.0.0.1:8080', sandbox.url),
      ])
      expect(stdout).toBe(blocksOf(readme).find(({ language }) => language === 'text')?.text)
    },
    TIMEOUT_MS,
  )

  it.each(workflows)(
    '$name: the commands of $title pass in a new directory',
    async ({ name, text }) => {
      const port = await freePort()
      const replace = (source: string) => source.replaceAll(':8080', `:${port}`)
      const project = createEmptyDirectory()
      const database = await cloneTemplate(inject('postgresUrl'))
      saveFiles(name, project, replace)
      writeFileSync(`${project}/package.json`, '{"type":"module"}')
      const commands = commandsOf(parse(text)).map(replace)
      const script = [EXIT_TRAP, CLONE, ...commands].join('\n')
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: project,
        env: {
          ...env(),
          PORT: String(port),
          DATABASE_URL: database.url,
          GODWIT_REPOSITORY: root,
        },
      }).finally(async () => {
        await database.drop()
        rmSync(project, { recursive: true, force: true })
      })
      // The summary of `node --test`: the guide has two tests.
      expect(stdout).toMatch(/pass 2\n/)
      expect(stdout).toMatch(/fail 0\n/)
    },
    TIMEOUT_MS,
  )

  it(
    'have TypeScript that compiles in strict mode',
    async () => {
      for (const name of guides) saveFiles(name, directory, (text) => text)
      writeFileSync(
        `${directory}/tsconfig.json`,
        JSON.stringify({
          extends: `${root}/tsconfig.json`,
          compilerOptions: {
            customConditions: ['godwit-source'],
            lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
          },
          include: ['*.ts'],
        }),
      )
      const compiled = run(process.execPath, [
        `${root}/node_modules/typescript/bin/tsc`,
        '-p',
        directory,
      ])
      const output = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr
      expect(await compiled.then(output, output)).toBe('')
    },
    TIMEOUT_MS,
  )

  it.each(guides)('%s has only blocks that this test runs or compares', (name) => {
    const languages = blocksOf(pageOf(name)).map(({ language }) => language)
    expect(
      languages.filter((language) => !['sh', 'ts', 'text', 'yaml'].includes(language)),
    ).toEqual([])
  })

  it('docs/guides/README.md has no blocks, because no test would run them', () => {
    expect(blocksOf(pageOf('README.md'))).toEqual([])
  })
})
