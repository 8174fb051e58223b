// The CSV files of the page of batches.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, parseCsv } from '../src/pages/batches/csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

describe('parseCsv', () => {
  it('reads back what csvOf writes, with quotes, commas and line breaks in cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é', '\uFEFF') })
    const row = fc.array(cell, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const withText = rows.filter((cells) => cells.some((each) => each.trim() !== ''))
        const header = ['name', 'amount']
        expect(cellsOf(csvOf([header, ...rows]))).toEqual([header, ...withText])
      }),
    )
  })

  it('reads lines that end with CRLF, LF or CR, whether or not the last line has such an end', () => {
    for (const end of ['\r\n', '\n', '\r'])
      for (const last of ['', end])
        expect(cellsOf(`a,b${end}1,2${last}`)).toEqual([
          ['a', 'b'],
          ['1', '2'],
        ])
  })

  it('removes a byte order mark at the start of the file, and keeps one elsewhere', () => {
    expect(cellsOf('\uFEFFa,\uFEFFb')).toEqual([['a', '\uFEFFb']])
    expect(cellsOf('\uFEFF"a"')).toEqual([['a']])
  })

  it('counts empty lines and lines within a cell', () => {
    const rows = parseCsv('a,b\r\n\r\n"x\ny",2\r\n3,4')
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('keeps the empty cell after a last comma', () => {
    expect(cellsOf('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
  })

  it('names the line of a quote that is not closed, of a quote within a cell, and of text after a closing quote', () => {
    for (const [text, line] of [
      ['a,b\n"x\ny",2\n"Nora,3\n4,5\n', 4],
      ['a,b\n1,x"y"z\n', 2],
      ['a,b\n"1"x,2\n', 2],
    ] as const)
      expect(() => parseCsv(text)).toThrow(`Line ${line} has a quote`)
  })
})
