// The command that lists the log of requests, with its options.

import { buildCommand, numberParser } from '@stricli/core'
import type { LogsOptions } from '../commands/logs.ts'
import type { Context } from '../context.ts'
import searchWords from '../generated/search-words.json' with { type: 'json' }
import { service } from './options.ts'

/** The most requests that the service returns in one page of the log (`PAGE_SIZE_MAX` of its schema). */
export const PAGE_SIZE_MAX = 200

export const logs = buildCommand<LogsOptions, string[], Context>({
  loader: async () => (await import('../commands/logs.ts')).logs,
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
        brief: `How many of the newest requests to print, at most ${PAGE_SIZE_MAX}`,
      },
    },
    positional: {
      kind: 'array',
      parameter: {
        brief: 'Words that must all match, such as is:error, status:>=400 or transfer:12',
        parse: String,
        placeholder: 'filter',
        proposeCompletions: (partial) => searchWords.filter((word) => word.startsWith(partial)),
      },
    },
  },
  docs: {
    brief: 'List and follow the requests that a sandbox has logged',
    fullDescription:
      'List the requests of your user and its applications, oldest first. The service logs requests unless it was started with GODWIT_REQUEST_LOG=off. A word without a colon is found in operation, path and error codes.',
    customUsage: ['is:error', '--follow hide:reads', '--json transfer:12'],
  },
})
