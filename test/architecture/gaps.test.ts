// docs/spec-gaps.md has each gap number once, an entry for every number that a file cites, and the name of a test for each
// entry. references.test.ts checks that the named tests exist.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from './source.ts'

const gapsText = readFileSync(`${root}/docs/spec-gaps.md`, 'utf8')

function numbersIn(text: string): number[] {
  return [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
}

/** The numbers that a text cites, such as `gap 12` or `Gaps 12, 14 and 15`. */
function citedIn(text: string): number[] {
  return [...text.matchAll(/\bgaps? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, list = '']) =>
    [...list.matchAll(/\d+/g)].map(Number),
  )
}

/** The numbers in parentheses after a test file: `12`, `12 to 15, 17`. */
function testedIn(tests: string): number[] {
  return [...tests.matchAll(/\(([\d,\s]+(?:to\s[\d,\s]+)*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((range) => {
      const [first = 0, last = first] = (range.match(/\d+/g) ?? []).map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    }),
  )
}

/** Messages about entries without a test, and about tests that are named for an entry of another section. */
function untestedIn(section: string): string[] {
  const [entries = '', tests = ''] = section.split('\nTests: ')
  const [numbers, tested] = [numbersIn(entries), testedIn(tests)]
  return [
    ...numbers.filter((number) => !tested.includes(number)).map((number) => `${number}: no test`),
    ...tested
      .filter((number) => !numbers.includes(number))
      .map((number) => `${number}: tested in another section`),
  ]
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.sql'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  // This file contains numbers that are examples, not citations.
  .filter((path) => path !== 'test/architecture/gaps.test.ts')

describe('docs/spec-gaps.md', () => {
  it('has each gap number once', () => {
    const numbers = numbersIn(gapsText)
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })

  it('names a test of every entry at the end of its section', () => {
    const [, ...sections] = gapsText.split(/^## /m)
    expect(sections.flatMap(numbersIn)).toEqual(numbersIn(gapsText))
    expect(sections.flatMap(untestedIn)).toEqual([])
  })

  it('has every gap that is cited', () => {
    const numbers = new Set(numbersIn(gapsText))
    const citations = files.flatMap((path) =>
      citedIn(readFileSync(`${root}/${path}`, 'utf8')).map((number) => ({ path, number })),
    )
    expect(citations.length).toBeGreaterThan(10)
    expect(citations.filter(({ number }) => !numbers.has(number))).toEqual([])
  })
})

describe('the checks of the gaps', () => {
  it('find numbers and citations in text', () => {
    expect(numbersIn('## Words\n\n7. **Seven.**\n   No 8. here\n10. **Ten.**')).toEqual([7, 10])
    expect(citedIn('// Gap 7: so.')).toEqual([7])
    expect(citedIn("spec: 'gap 10', gaps 7, 8 and 9, and the gap of 3")).toEqual([10, 7, 8, 9])
  })

  it('report an entry without a test, and a test that is named for an entry of another section', () => {
    const tests = 'Tests: `a.test.ts` (7 to 8), `b.test.ts` (3,\n8).'
    expect(untestedIn(`Words\n\n7. a\n8. b\n9. c\n\n${tests}`)).toEqual([
      '9: no test',
      '3: tested in another section',
    ])
  })
})
