// Packs both packages and installs them, without running install scripts, into an empty folder. A user without privileges
// owns the folder and runs the programs in it.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const execFileAsync = promisify(execFile)

/** The PATH of the machine, without the programs that npm installs for this repository. */
const MACHINE_PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .join(delimiter)
/** The account `nobody` where the tests run as root, because PostgreSQL refuses to run as root. */
const account: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** More than npm prints. */
const OUTPUT_BYTES_MAX = 2 ** 26
const INSTALL_OPTIONS = [
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--ignore-scripts',
  '--silent',
]

export type Installation = {
  /** Contains nothing but the installed packages and the files that tests add. */
  readonly folder: string
  /**
   * Runs a program of the folder as a user without privileges. `bin` is the directory of the Node.js that comes first in
   * PATH; the empty string selects the Node.js of the machine.
   */
  spawn(bin: string, words: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess
  /** Runs a program as `spawn` does. Resolves with its result when the program has ended. */
  run(
    bin: string,
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<ProgramResult>
  /** Makes a file that the user owns. */
  write(name: string, text: string): Promise<void>
  remove(): Promise<void>
}
type ProgramResult = {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the npm of the machine with the Node.js of the machine. */
function runNpm(cwd: string, ...words: string[]) {
  const env = { ...process.env, PATH: MACHINE_PATH }
  return execFileAsync('npm', words, { cwd, env, maxBuffer: OUTPUT_BYTES_MAX })
}

export async function installPackages(): Promise<Installation> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'godwit-packages-'))
  await fs.chmod(folder, 0o755)
  await runNpm(root, 'pack', '--silent', '--pack-destination', folder)
  await runNpm(join(root, 'sdk'), 'pack', '--silent', '--pack-destination', folder)
  const archives = (await fs.readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await fs.writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await runNpm(folder, 'install', ...INSTALL_OPTIONS, ...archives.map((name) => `./${name}`))
  if (account.uid !== undefined) await execFileAsync('chown', ['-R', `${account.uid}`, folder])

  const start: Installation['spawn'] = (bin, [program = '', ...words], env = {}) =>
    spawn(program, words, {
      cwd: folder,
      env: { PATH: bin ? `${bin}${delimiter}${MACHINE_PATH}` : MACHINE_PATH, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group, as a shell makes for a command.
      detached: true,
      ...account,
    })
  return {
    folder,
    spawn: start,
    run: (bin, words, env) => resultOf(start(bin, words, env)),
    write: async (name, text) => {
      await fs.writeFile(join(folder, name), text)
      if (account.uid !== undefined)
        await fs.chown(join(folder, name), account.uid, account.gid ?? account.uid)
    },
    remove: () => fs.rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Installs Node.js of this major version. Returns its directory, or undefined when it cannot be installed: on another
 * system than Linux, and when npm fails, for example because the registry does not offer it.
 */
export async function installNode(major: number, folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const name = `node-linux-${process.arch}`
  const prefix = join(folder, `node-${major}`)
  await fs.mkdir(prefix)
  return runNpm(
    prefix,
    'install',
    ...INSTALL_OPTIONS,
    '--no-save',
    '--prefix',
    prefix,
    `${name}@${major}`,
  ).then(
    () => join(prefix, 'node_modules', name, 'bin'),
    () => undefined,
  )
}

async function resultOf(child: ChildProcess): Promise<ProgramResult> {
  let [out, err] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve).on('error', reject)
  })
  return { code, out, err }
}

/** Waits until the output of a process matches. Rejects when the process ends without a match. */
export async function waitForOutput(
  child: ChildProcess,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    const found = pattern.exec(text)
    if (found) return found
  }
  throw new Error(`the process ended without ${pattern}: ${text}`)
}
