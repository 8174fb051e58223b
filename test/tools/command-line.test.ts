// The numbers that the programs in tools/ read from their command lines.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { wholeNumber } from '../../tools/command-line.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('wholeNumber', () => {
  it('returns the number for "0" and "42"', () => {
    expect([wholeNumber('seed', '0'), wholeNumber('seed', '42')]).toEqual([0, 42])
  })

  it.each(['', ' ', '-1', '1.5', '1e3', '9007199254740992'])(
    'ends the process with exit code 2 for %j, with a message on stderr',
    (text) => {
      const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
        throw new Error(`exit ${code}`)
      })
      const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      expect(() => wholeNumber('seed', text)).toThrow('exit 2')
      expect(exit).toHaveBeenCalledOnce()
      expect(write).toHaveBeenCalledWith(
        expect.stringContaining('Write a whole number, 0 or more.'),
      )
    },
  )
})
