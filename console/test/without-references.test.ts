// Summaries of sweeps as the pages show them, without references to decisions, gaps and the specification.

import { expect, it } from 'vitest'
import { sweeps } from '../../src/app/declarations.ts'
import { withoutReferences } from '../src/without-references.ts'

it('withoutReferences leaves no reference in the summary of any sweep', () => {
  const summaries = sweeps.map(({ summary }) => withoutReferences(summary))
  expect(summaries).toContain('Decides on the additional verifications whose review has ended.')
  expect(summaries.filter((text) => /\d[a-z]?\)/.test(text))).toEqual([])
})

it.each([
  ['Ends a card (D27).', 'Ends a card.'],
  ['Ends a card (D27, gap 31, C 4.4, Facts 2.3).', 'Ends a card.'],
  ['Ends a card (CARD_END, D47a) (in 5 days).', 'Ends a card (CARD_END) (in 5 days).'],
])('the summary “%s” becomes “%s”', (summary, expected) => {
  expect(withoutReferences(summary)).toBe(expected)
})
