// The events that the application itself writes to the security log (D121).

import { securityEventKind } from '../kernel/security-event.ts'
import { actionNames, lookupNames } from './http/operator/actions.ts'
import { commands } from './operator/commands.ts'
import { maintenanceCommands } from './operator/maintenance.ts'

export const rateLimitExceeded = securityEventKind({
  name: 'app.rate-limit-exceeded',
  summary:
    'An address, a user or an application exceeded its rate limit; of each, the first refusal of a second is logged.',
  nature: 'failure',
  fields: {
    limit: ['address', 'user', 'application'],
    userId: 'integer',
    applicationId: 'integer',
  },
})

export const consoleSessionOpened = securityEventKind({
  name: 'app.console-session-opened',
  summary: 'A browser opened a session of the console.',
  nature: 'change',
  fields: { userId: 'integer' },
})

export const consoleSessionEnded = securityEventKind({
  name: 'app.console-session-ended',
  summary: 'A browser ended its session of the console.',
  nature: 'change',
  fields: { userId: 'integer' },
})

export const consoleRefused = securityEventKind({
  name: 'app.console-refused',
  summary:
    'A request for a session or for the users of the console or, in live mode, any request of its scripts had a wrong host, address or origin.',
  nature: 'failure',
  fields: { reason: ['host', 'address', 'origin'] },
})

export const operatorCommand = securityEventKind({
  name: 'app.operator-command',
  summary: 'An operator ran a command.',
  nature: 'change',
  fields: {
    command: [...commands, ...maintenanceCommands].map(({ name }) => name),
    outcome: ['done', 'refused'],
    userId: 'integer',
    profileId: 'integer',
    transferId: 'integer',
  },
})

export const operatorAction = securityEventKind({
  name: 'app.operator-action',
  summary: 'An operator used an action or a lookup of the console in live mode.',
  nature: 'change',
  fields: {
    action: [...actionNames, ...lookupNames],
    outcome: ['done', 'repeated', 'refused'],
    operatorId: 'integer',
    actionId: 'integer',
    userId: 'integer',
    profileId: 'integer',
    transferId: 'integer',
  },
})
