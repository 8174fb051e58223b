import { machine } from '../kernel/states.ts'

/** Kept as the column `active`. */
export const recipientStates = machine({
  name: 'recipient',
  states: ['active', 'inactive'],
  initial: 'active',
  moves: {
    deactivate: {
      from: ['active'],
      to: 'inactive',
      because: 'A recipient that is inactive stays so; its details can be added anew (Spec A 3.3).',
    },
  },
})
