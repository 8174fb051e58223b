// The Dockerfile copies files that exist and that .dockerignore does not leave out. These tests read the Dockerfile; no
// test builds the image.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isIgnored, parseCopy, stagesOf } from '../support/dockerfile.ts'
import { root } from './source.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const dockerignore = read('.dockerignore')
const stages = stagesOf(read('Dockerfile'))
const copies = stages.flatMap(({ instructions }) =>
  instructions.filter(({ name }) => name === 'COPY').map(({ text }) => parseCopy(text)),
)
const copied = copies.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources)

describe('the Dockerfile', () => {
  it('copies only files that exist and that .dockerignore includes', () => {
    expect(copied).toContain('src')
    const wrong = copied.filter(
      (path) => !existsSync(join(root, path)) || isIgnored(path, dockerignore),
    )
    expect(wrong).toEqual([])
  })

  it('copies the manifest of every workspace, without which npm ci refuses the lockfile', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: object }
    const workspaces = Object.keys(packages).filter(
      (path) => path !== '' && !path.includes('node_modules/'),
    )
    expect(workspaces).toContain('sdk')
    const without = workspaces.filter((path) => {
      const manifest = `${path}/package.json`
      const isCopied = copied.some((each) => manifest === each || manifest.startsWith(`${each}/`))
      return !isCopied || isIgnored(manifest, dockerignore)
    })
    expect(without).toEqual([])
  })

  it('copies only from earlier stages', () => {
    const names = stages.map(({ name }) => name)
    const sources = stages.flatMap(({ instructions }, index) =>
      instructions
        .filter(({ name }) => name === 'COPY')
        .flatMap(({ text }) => parseCopy(text).from ?? [])
        .map((source) => ({ source, isEarlier: names.slice(0, index).includes(source) })),
    )
    expect(sources).toEqual([
      { source: 'dependencies', isEarlier: true },
      { source: 'build', isEarlier: true },
    ])
  })

  it.each([
    ['includes', 'src/main.ts'],
    ['leaves out', 'src/quotes/test/model.test.ts'],
    ['leaves out', 'sdk/node_modules/x/index.js'],
    ['leaves out', 'console/dist/index.html'],
    ['includes', 'test/compilers/typescript-6/package.json'],
    ['leaves out', 'test/architecture/source.ts'],
    ['leaves out', '.godwit/postgres.password'],
    ['leaves out', '.env'],
  ])('.dockerignore %s %s', (verb, path) => {
    expect(isIgnored(path, dockerignore)).toBe(verb === 'leaves out')
  })
})
