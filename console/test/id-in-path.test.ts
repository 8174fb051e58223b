import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { root } from '../../test/architecture/source.ts'
import { idInPath, NotFoundError } from '../src/id-in-path.ts'

describe('an id in the path of a page', () => {
  it('is a number of at most 15 digits', () => {
    expect(idInPath('transfer', '12')).toBe(12)
    expect(idInPath('transfer', '999999999999999')).toBe(999_999_999_999_999)
  })

  it.each(['abc', '', '1.5', '-1', '1e3', '0x10', ' 1', '1234567890123456', 'NaN', '12/34'])(
    '%j is not found, and the message states what is wrong',
    (text) => {
      const call = () => idInPath('transfer', text)
      expect(call).toThrow(NotFoundError)
      expect(call).toThrow(`Not found: "${text}" in the address of this page is not the id of a`)
    },
  )

  it('no page converts a parameter of its path in another way, which would send NaN to the service', async () => {
    const found: string[] = []
    let pages = 0
    for await (const file of glob('console/src/pages/**/*Page.tsx', { cwd: root })) {
      const text = readFileSync(`${root}/${file}`, 'utf8')
      if (!text.includes('useParams(')) continue
      pages++
      if (/Number\(|parseInt\(|parseFloat\(|as unknown as number/.test(text)) found.push(file)
    }
    expect(pages).toBeGreaterThan(10)
    expect(found).toEqual([])
  })
})
