// Writes docs/printed, deploy/kubernetes, schema.sql and the generated parts of the SDK and the command line. With --check
// it writes nothing, and fails when a file differs.

import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../src/app/postgres/migrate.ts'
import { startTemporaryPostgres } from '../test/support/temporary-postgres.ts'
import { printCli } from './print/cli.ts'
import { printDocuments } from './print/documents.ts'
import { printEvents } from './print/events.ts'
import { printKubernetes } from './print/kubernetes.ts'
import { printSchema } from './print/schema.ts'
import { printSdk } from './print/sdk.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PRINTED = 'docs/printed'
/** Folders that contain printed files only. */
const FOLDERS = [PRINTED, 'deploy/kubernetes']

/** The printed files by path, as they should be. */
async function printAll(): Promise<Record<string, string>> {
  const documents = printDocuments()
  const openApi = documents['openapi.json'] ?? ''
  const [schema, sdk] = await Promise.all([schemaOfMigrations(), printSdk(openApi)])
  const printed = Object.entries(documents).map(([name, text]) => [`${PRINTED}/${name}`, text])
  return {
    ...Object.fromEntries(printed),
    ...sdk,
    ...printCli(openApi),
    ...printEvents(),
    ...printKubernetes(),
    'schema.sql': schema,
  }
}

async function schemaOfMigrations(): Promise<string> {
  const log = () => undefined
  const server = await startTemporaryPostgres('print', { durable: false, log })
  try {
    await migrate(server.url, log)
    return await printSchema(server.url)
  } finally {
    await server.stop()
  }
}

async function findDifferences(files: Readonly<Record<string, string>>): Promise<string[]> {
  const differences: string[] = []
  for (const [path, text] of Object.entries(files)) {
    const current = await fs.readFile(join(root, path), 'utf8').catch(() => undefined)
    if (current !== text) differences.push(path)
  }
  for (const folder of FOLDERS)
    for (const name of await fs.readdir(join(root, folder)))
      if (files[`${folder}/${name}`] === undefined)
        differences.push(`${folder}/${name} (is not printed: delete it)`)
  return differences
}

async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const folder of FOLDERS) await fs.mkdir(join(root, folder), { recursive: true })
  for (const [path, text] of Object.entries(files)) await fs.writeFile(join(root, path), text)
}

const files = await printAll()
if (process.argv.includes('--check')) {
  const differences = await findDifferences(files)
  if (differences.length > 0) {
    process.stderr.write(`Not as printed (run npm run print):\n  ${differences.join('\n  ')}\n`)
    process.exitCode = 1
  }
} else {
  await writeFiles(files)
  process.stdout.write(`Printed ${Object.keys(files).length} files.\n`)
}
