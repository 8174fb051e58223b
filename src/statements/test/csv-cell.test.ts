import { describe, expect, it } from 'vitest'
import { cellOf } from '../formats/csv.ts'

describe('a CSV cell', () => {
  it.each([
    ['Rent', 'Rent', 'plain text is unchanged'],
    ['=cmd', "'=cmd", 'a formula begins with ='],
    ['+1 2', "'+1 2", 'a formula may begin with +'],
    ['-a', "'-a", 'a formula may begin with -'],
    ['@a', "'@a", 'a formula may begin with @'],
    ['\t=a', "'\t=a", 'a spreadsheet skips a leading tab'],
    ['＝cmd', "'＝cmd", 'a formula may begin with a wide ='],
    ['\n=a', `"'\n=a"`, 'a spreadsheet skips a leading line break'],
    ['a;=b; +c', "a;'=b;' +c", 'with some languages a semicolon begins a new cell'],
    ['a; b-c', 'a; b-c', 'no formula follows the semicolon'],
    ['-100.00', '-100.00', 'a negative number is unchanged'],
    ['-1+1', "'-1+1", 'a sum is a formula'],
    ['a,b', '"a,b"', 'commas separate cells'],
    ['say "a"', '"say ""a"""', 'quotes are doubled'],
    ['=a,"b"', `"'=a,""b"""`, 'a formula with a comma and quotes needs both'],
    ['a\r\nb', '"a\r\nb"', 'a line break stays within its cell'],
  ])('for %j is %j because %s', (text, cell) => {
    expect(cellOf(text)).toBe(cell)
  })
})
