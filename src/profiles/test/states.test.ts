import { describe, expect, it } from 'vitest'
import { type Machine, movesOf, next } from '../../kernel/states.ts'
import { updateWindowStates, verificationStates } from '../states.ts'

const walk = (machine: Machine<string, string>) =>
  Object.fromEntries(
    machine.states.map((state) => [
      state,
      Object.fromEntries(
        movesOf(machine).flatMap(([move]) => {
          const to = next(machine, state, move)
          return to === undefined ? [] : [[move, to]]
        }),
      ),
    ]),
  )

describe('states of a profile', () => {
  it('the update window makes exactly these moves', () => {
    expect(walk(updateWindowStates)).toEqual({
      CLOSED: { open: 'OPEN', close: 'CLOSED' },
      OPEN: { open: 'OPEN', close: 'CLOSED' },
    })
    expect(updateWindowStates.initial).toBe('CLOSED')
  })

  it('the verification makes exactly these moves', () => {
    expect(walk(verificationStates)).toEqual({ not_verified: { verify: 'verified' }, verified: {} })
    expect(verificationStates.initial).toBe('not_verified')
  })
})
