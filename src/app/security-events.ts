// What the application itself reports to the security log (D121).

import { securityEventKind } from '../kernel/security-event.ts'
import { commands } from './operator-commands.ts'

export const operatorCommand = securityEventKind({
  name: 'app.operator-command',
  summary: 'An operator ran a command.',
  nature: 'change',
  fields: {
    command: commands.map(({ name }) => name),
    outcome: ['done', 'refused'],
    userId: 'integer',
    profileId: 'integer',
    transferId: 'integer',
  },
})
