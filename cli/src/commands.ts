// The commands with their options. What a command does is loaded when it runs, so that help and completion are quick.

import { buildCommand, buildRouteMap, numberParser } from '@stricli/core'
import type { ApiOptions } from './commands/api.ts'
import type { MoveOptions, PreviewOptions } from './commands/clock.ts'
import type { ListenCommandOptions } from './commands/listen.ts'
import type { LogsOptions } from './commands/logs.ts'
import type { StartOptions } from './commands/start.ts'
import type { TriggerOptions } from './commands/trigger.ts'
import type { Context, Output, ServiceOptions } from './context.ts'

const json = {
  json: {
    kind: 'boolean',
    brief: 'Print one JSON object in a line',
    default: false,
    withNegated: false,
  },
} as const

const service = {
  ...json,
  url: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'Where the service is (GODWIT_URL; default http://127.0.0.1:8080)',
  },
  token: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'Token to call it with (GODWIT_TOKEN; default: the user of a seeded sandbox)',
  },
} as const

const profile = {
  kind: 'parsed',
  parse: numberParser,
  optional: true,
  brief: 'Profile to use; default: the first of the user',
} as const

async function eventsFrom(partial: string): Promise<string[]> {
  const { EVENTS } = await import('@godwit/sdk/testing')
  return Object.keys(EVENTS).filter((name) => name.startsWith(partial))
}

const api = buildCommand<ApiOptions, [string?], Context>({
  loader: async () => (await import('./commands/api.ts')).api,
  parameters: {
    flags: {
      ...service,
      set: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        optional: true,
        brief:
          'An argument: key=text or key:=JSON; path., query., header. or body. before an ambiguous key',
        placeholder: 'key=value',
      },
      body: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'The body: JSON, @file, or - for standard input',
        placeholder: 'JSON',
      },
      all: {
        kind: 'boolean',
        brief: 'Fetch every page of a list',
        default: false,
        withNegated: false,
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Operation id, such as createQuote; without one, all are listed',
          parse: String,
          placeholder: 'operation',
          optional: true,
          proposeCompletions: async (partial) => {
            const { operations } = await import('./operations.ts')
            return Object.keys(operations).filter((name) => name.startsWith(partial))
          },
        },
      ],
    },
  },
  docs: {
    brief: 'Call an operation of the service',
    customUsage: [
      'listProfiles',
      'getTransfer --set transferId=1',
      'createQuote --set profileId=1 --set sourceCurrency=GBP --set targetCurrency=EUR --set sourceAmount=100',
      'listTransfers --all --json',
      'createRecipient --body @recipient.json',
    ],
  },
})

const start = buildCommand<StartOptions, [], Context>({
  loader: async () => (await import('./commands/start.ts')).start,
  parameters: {
    flags: {
      port: {
        kind: 'parsed',
        parse: numberParser,
        optional: true,
        brief: 'Port of the service (PORT; default 8080)',
      },
      dataDir: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'Directory of the embedded database (GODWIT_DATA_DIR; default ./.godwit)',
      },
    },
  },
  docs: {
    brief: 'Start the service, with the configuration of the environment',
    fullDescription:
      'Start the service. docs/configuration.md lists the variables. Ctrl-C stops it.',
  },
})

const doctor = buildCommand<ServiceOptions, [], Context>({
  loader: async () => (await import('./commands/doctor.ts')).doctor,
  parameters: { flags: service },
  docs: { brief: 'Check the installation, and print what to do where something is missing' },
})

const audit = buildCommand<Output, [], Context>({
  loader: async () => (await import('./commands/operator.ts')).audit,
  parameters: { flags: json },
  docs: {
    brief: 'Check that every running balance is the sum of its postings',
    fullDescription:
      'Audit the ledger of the database of the environment (DATABASE_URL or GODWIT_DATA_DIR). The service may be running.',
  },
})

const to = {
  kind: 'parsed',
  parse: String,
  optional: true,
  brief: 'A date or a time, such as 2030-01-01',
} as const

const clock = buildRouteMap<string, Context>({
  routes: {
    show: buildCommand<ServiceOptions, [], Context>({
      loader: async () => (await import('./commands/clock.ts')).showClock,
      parameters: { flags: service },
      docs: { brief: 'Print the time of the sandbox' },
    }),
    advance: buildCommand<MoveOptions, [], Context>({
      loader: async () => (await import('./commands/clock.ts')).advance,
      parameters: {
        flags: {
          ...service,
          by: {
            kind: 'parsed',
            parse: String,
            optional: true,
            brief: 'An ISO 8601 duration, such as PT1H or P5D',
          },
          to,
        },
      },
      docs: { brief: 'Move the clock forward, and do the work that becomes due on the way' },
    }),
    next: buildCommand<ServiceOptions, [], Context>({
      loader: async () => (await import('./commands/clock.ts')).next,
      parameters: { flags: service },
      docs: { brief: 'Move the clock to the time at which the next work is due' },
    }),
    preview: buildCommand<PreviewOptions, [], Context>({
      loader: async () => (await import('./commands/clock.ts')).preview,
      parameters: { flags: { ...service, to } },
      docs: { brief: 'List the work that becomes due, and move nothing' },
    }),
  },
  docs: { brief: 'Read and move the clock of a sandbox' },
})

const listen = buildCommand<ListenCommandOptions, [], Context>({
  loader: async () => (await import('./commands/listen.ts')).listenCommand,
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
        proposeCompletions: eventsFrom,
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
      'Subscribe to the events of a sandbox, print each in one line, and forward it. Ctrl-C removes the subscriptions. The reply of the URL that it is forwarded to is passed on, so that the sandbox sends a failed webhook again. Without --application, a seeded sandbox sends the events of its application and its user, and other users get the events of their profiles.',
    customUsage: [
      '--forward-to http://127.0.0.1:3000/webhooks',
      '--map transfers#refund=http://127.0.0.1:3000/refunds',
    ],
  },
})

const trigger = buildCommand<TriggerOptions, [string?], Context>({
  loader: async () => (await import('./commands/trigger.ts')).trigger,
  parameters: {
    flags: {
      ...service,
      list: {
        kind: 'boolean',
        brief: 'List every event, and what is done to cause it',
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
          proposeCompletions: eventsFrom,
        },
      ],
    },
  },
  docs: {
    brief: 'Cause an event in a sandbox, by the calls that cause it in a product',
    fullDescription:
      'Make the calls that cause an event. It is sent to your webhooks: receive it with `godwit listen`. Card payments use the card of a new sandbox.',
    customUsage: ['--list', 'transfers#payout-failure'],
  },
})

const logs = buildCommand<LogsOptions, string[], Context>({
  loader: async () => (await import('./commands/logs.ts')).logs,
  parameters: {
    flags: {
      ...service,
      follow: {
        kind: 'boolean',
        brief: 'Print requests as they are logged, until Ctrl-C',
        default: false,
        withNegated: false,
      },
      limit: {
        kind: 'parsed',
        parse: numberParser,
        default: '50',
        brief: 'How many of the newest requests to print, at most 200',
      },
    },
    positional: {
      kind: 'array',
      parameter: {
        brief: 'Words that must all match, such as is:error, status:>=400 or transfer:12',
        parse: String,
        placeholder: 'filter',
        proposeCompletions: (partial) => FILTERS.filter((word) => word.startsWith(partial)),
      },
    },
  },
  docs: {
    brief: 'List and follow the requests that a sandbox has logged',
    fullDescription:
      'List the requests of your user and its applications, oldest first. The service keeps them with GODWIT_REQUEST_LOG=on. A word without a colon is found in operation, path and error codes.',
    customUsage: ['is:error', '--follow operation:createTransfer', '--json transfer:12'],
  },
})

const FILTERS = [
  ...['is:error', 'is:replayed', 'is:reused', 'method:', 'operation:', 'path:', 'profile:'],
  ...['since:', 'status:', 'trace:'],
]

const completion = buildCommand<object, [string], Context>({
  loader: async () => (await import('./commands/completion.ts')).completion,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'bash or zsh',
          parse: String,
          placeholder: 'shell',
          proposeCompletions: (partial) =>
            ['bash', 'zsh'].filter((name) => name.startsWith(partial)),
        },
      ],
    },
  },
  docs: {
    brief: 'Print the script that completes commands in a shell',
    fullDescription: 'Add it to your shell: `source <(godwit completion bash)`.',
  },
})

/** Only for help: its words are passed on before the options are read. */
const operator = buildCommand<Output, string[], Context>({
  func: () => undefined,
  parameters: {
    flags: json,
    positional: {
      kind: 'array',
      parameter: { brief: 'A command of the operator', parse: String, placeholder: 'words' },
    },
  },
  docs: {
    brief: 'Operate an installation: users, applications, payments, backups',
    fullDescription:
      'Run a command of the operator on the database of the environment (docs/operating.md). Without words, all are listed.',
    customUsage: ['user create --email ann@example.com', 'backup godwit.tar.gz'],
  },
})

export const root = buildRouteMap<string, Context>({
  routes: { start, api, listen, trigger, logs, clock, doctor, audit, operator, completion },
  docs: {
    brief: 'Godwit: an open-source money transfer service',
    fullDescription:
      'Exit codes: 0 done, 1 refused by the service or a check has failed, 2 wrong usage, 3 service not reached, 4 outcome unknown, 130 interrupted.',
  },
})
