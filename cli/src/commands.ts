// All commands. A declaration loads the code of its command only when the command runs, so that help and completion are
// quick.

import { buildRouteMap } from '@stricli/core'
import type { Context } from './context.ts'
import { api } from './declarations/api.ts'
import { clock } from './declarations/clock.ts'
import { audit, completion, doctor, operator, start } from './declarations/installation.ts'
import { logs } from './declarations/logs.ts'
import { send } from './declarations/send.ts'
import { listen, trigger } from './declarations/webhooks.ts'

export const root = buildRouteMap<string, Context>({
  routes: { start, api, send, listen, trigger, logs, clock, doctor, audit, operator, completion },
  docs: {
    brief: 'Godwit: an open-source money transfer service',
    fullDescription:
      'Exit codes: 0 done, 1 refused by the service or not possible, such as a failed check of doctor, 2 wrong usage, 3 service not reached or overloaded, 4 outcome unknown, 130 interrupted.',
  },
})
