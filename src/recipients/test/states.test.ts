import { expect, it } from 'vitest'
import { isFinal, next } from '../../kernel/states.ts'
import { recipientStates } from '../states.ts'

it('active can be deactivated once, inactive is final', () => {
  expect(next(recipientStates, 'active', 'deactivate')).toBe('inactive')
  expect(next(recipientStates, 'inactive', 'deactivate')).toBeUndefined()
  expect(recipientStates.states.filter((state) => isFinal(recipientStates, state))).toEqual([
    'inactive',
  ])
})
