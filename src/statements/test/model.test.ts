import { describe, expect, it } from 'vitest'
import { cellOf } from '../formats/csv.ts'

describe('a CSV cell', () => {
  it.each([
    ['Rent', 'Rent', 'plain text is plain'],
    ['=cmd', "'=cmd", 'a formula begins with ='],
    ['+1 2', "'+1 2", 'or +'],
    ['-a', "'-a", 'or -'],
    ['@a', "'@a", 'or @'],
    ['\t=a', "'\t=a", 'or with what is skipped'],
    ['-100.00', '-100.00', 'a number is a number'],
    ['-1+1', "'-1+1", 'a sum is not'],
    ['a,b', '"a,b"', 'commas separate cells'],
    ['say "a"', '"say ""a"""', 'quotes are doubled'],
    ['=a,"b"', `"'=a,""b"""`, 'both at once'],
    ['a\r\nb', '"a\r\nb"', 'lines stay within their cell'],
  ])('%j is %j because %s', (text, cell) => {
    expect(cellOf(text)).toBe(cell)
  })
})
