// `idInPath`, and that no page converts an id in its path with `Number`, `parseInt` or `parseFloat`.

import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ID_MAX } from '../../src/kernel/ids.ts'
import { root } from '../../test/architecture/source.ts'
import { idInPath, NotFoundError } from '../src/id-in-path.ts'

describe('an id in the path of a page', () => {
  it('is a whole number, at most the largest id of the service', () => {
    expect(idInPath('transfer', '12')).toBe(12)
    expect(idInPath('transfer', String(ID_MAX))).toBe(ID_MAX)
  })

  it.each([
    'abc',
    '',
    '1.5',
    '-1',
    '1e3',
    '0x10',
    ' 1',
    `${ID_MAX + 1}`,
    '1'.repeat(17),
    'NaN',
    '12/34',
  ])('%j is not found, and the message states what is wrong', (text) => {
    const call = () => idInPath('transfer', text)
    expect(call).toThrow(NotFoundError)
    expect(call).toThrow(`Not found: "${text}" in the address of this page is not the id of a`)
  })

  it('is converted by no page with Number or parseInt, which would send NaN to the service', async () => {
    const found: string[] = []
    let pageCount = 0
    for await (const file of glob('console/src/pages/**/*Page.tsx', { cwd: root })) {
      const text = readFileSync(`${root}/${file}`, 'utf8')
      if (!text.includes('useParams(')) continue
      pageCount++
      if (/Number\(|parseInt\(|parseFloat\(|as unknown as number/.test(text)) found.push(file)
    }
    expect(pageCount).toBeGreaterThan(10)
    expect(found).toEqual([])
  })
})
