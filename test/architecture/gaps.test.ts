// docs/spec-gaps.md gives every gap number once, and every cited number exists there.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from './source.ts'

const BOOK = 'docs/spec-gaps.md'

function numbersIn(text: string): number[] {
  return [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
}

/** `gap 12`, `Gaps 12, 14 and 15`. */
function citedIn(text: string): number[] {
  return [...text.matchAll(/\bgaps? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, list = '']) =>
    [...list.matchAll(/\d+/g)].map(Number),
  )
}

const files = ['src', 'test', 'tools', 'docs'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true })
    .map((path) => `${folder}/${path}`)
    // This file contains numbers that are examples, not citations.
    .filter((path) => /\.(?:ts|md)$/.test(path) && !path.endsWith('gaps.test.ts')),
)

it('every gap number is unique', () => {
  const numbers = numbersIn(readFileSync(`${root}/${BOOK}`, 'utf8'))
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

it('every cited gap exists', () => {
  const numbers = new Set(numbersIn(readFileSync(`${root}/${BOOK}`, 'utf8')))
  const citations = files.flatMap((path) =>
    citedIn(readFileSync(`${root}/${path}`, 'utf8')).map((number) => ({ path, number })),
  )
  expect(citations.length).toBeGreaterThan(10)
  expect(citations.filter(({ number }) => !numbers.has(number))).toEqual([])
})

it('finds numbers and citations in text', () => {
  expect(numbersIn('## Words\n\n7. **Seven.**\n   No 8. here\n10. **Ten.**')).toEqual([7, 10])
  expect(citedIn('// Gap 7: so.')).toEqual([7])
  expect(citedIn("spec: 'gap 10', gaps 7, 8 and 9, and the gap of 3")).toEqual([10, 7, 8, 9])
})
