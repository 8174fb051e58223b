// A test that expects an error names the message or the class of the error. Otherwise an error for another reason, such as a
// typing error, would pass the test.

import { describe, expect, it } from 'vitest'
import { writtenCode } from './source.ts'

const UNNAMED_ERROR = /(?<!\.not\s*)\.toThrow(?:Error)?\(\s*\)/

function linesWithUnnamedError({ path, text }: { path: string; text: string }): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (UNNAMED_ERROR.test(line) ? [`${path}:${index + 1}`] : []))
}

describe('an expected error', () => {
  it('has a message or a class in every test', () => {
    expect(writtenCode.flatMap(linesWithUnnamedError)).toEqual([])
  })

  it.each([
    ['reports', 'expect(read).toThrow', '', ['a.test.ts:2']],
    ['reports', 'await expect(reply).rejects.toThrow', '', ['a.test.ts:2']],
    ['accepts', 'expect(read).toThrow', "'is not a number'", []],
    ['accepts', 'expect(read).not.toThrow', '', []],
  ])('the check %s %s(%s)', (_, call, named, reported) => {
    const text = `const read = () => 1\n${call}(${named})`
    expect(linesWithUnnamedError({ path: 'a.test.ts', text })).toEqual(reported)
  })
})
