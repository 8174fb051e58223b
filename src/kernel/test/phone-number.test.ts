import { expect, it } from 'vitest'
import { parsePhoneNumber } from '../phone-number.ts'

it.each([
  ['+44 (0)7700 900-123', '+447700900123', 'separators and the trunk zero are dropped'],
  ['+1 202 555 0123', '+12025550123', 'numbers that are reserved for tests are accepted'],
  ['07700 900123', undefined, 'the country code is missing'],
  ['+44 7700', undefined, 'it is too short for its country'],
  ['+44770090012345', undefined, 'it is too long for its country'],
  ['+999 123456', undefined, 'no country has this calling code'],
  ['+1 202 555 0123 ext 5', undefined, 'an extension cannot receive text messages'],
  ['call me', undefined, 'it is not a number'],
])('parsePhoneNumber(%j) is %s, because %s', (text, expected, _because) => {
  expect(parsePhoneNumber(text)).toBe(expected)
})
