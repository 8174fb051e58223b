// The commands about webhooks, with their options.

import { buildCommand, numberParser } from '@stricli/core'
import type { ListenCommandOptions } from '../commands/listen.ts'
import type { TriggerOptions } from '../commands/trigger.ts'
import type { Context } from '../context.ts'
import { completeEvent, profile, service } from './options.ts'

export const listen = buildCommand<ListenCommandOptions, [], Context>({
  loader: async () => (await import('../commands/listen.ts')).listenCommand,
  parameters: {
    flags: {
      ...service,
      forwardTo: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'Forward each webhook to this URL, with its bytes and headers',
        placeholder: 'URL',
      },
      map: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        optional: true,
        brief: 'Forward one event to another URL',
        placeholder: 'event=URL',
      },
      event: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        optional: true,
        brief: 'Receive this event; default: all',
        proposeCompletions: completeEvent,
      },
      profile: {
        kind: 'parsed',
        parse: numberParser,
        optional: true,
        brief: 'Receive the events of this profile only',
      },
      application: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'Receive the events of the users of this application',
        placeholder: 'key:secret',
      },
      port: {
        kind: 'parsed',
        parse: numberParser,
        optional: true,
        brief: 'Port of the receiver; default: a free one',
      },
    },
  },
  docs: {
    brief: 'Receive webhooks on this machine, verify and forward them',
    fullDescription:
      'Subscribe to the events of a sandbox, print each event on one line, and forward its webhook. Ctrl-C removes the subscriptions. The command replies with the status of the URL to which it forwards, so that the sandbox sends a failed webhook again. Without --application and --profile, the user of a seeded sandbox receives the events of all users of its application, and any other user receives the events of their own profiles.',
    customUsage: [
      '--forward-to http://127.0.0.1:3000/webhooks',
      '--map transfers#refund=http://127.0.0.1:3000/refunds',
    ],
  },
})

export const trigger = buildCommand<TriggerOptions, [string?], Context>({
  loader: async () => (await import('../commands/trigger.ts')).trigger,
  parameters: {
    flags: {
      ...service,
      list: {
        kind: 'boolean',
        brief: 'List every event, and what the command does to cause it',
        default: false,
        withNegated: false,
      },
      profile,
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Name of the event, such as transfers#state-change',
          parse: String,
          placeholder: 'event',
          optional: true,
          proposeCompletions: completeEvent,
        },
      ],
    },
  },
  docs: {
    brief: 'Cause an event in a sandbox, by calling the operations that lead to it',
    fullDescription:
      'Call the operations that lead to an event. The service sends the event to your webhooks: receive it with `godwit listen`. Card payments use the card of a new sandbox.',
    customUsage: ['--list', 'transfers#payout-failure'],
  },
})
