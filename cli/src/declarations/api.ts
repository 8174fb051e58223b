// The command that calls any operation, with its options.

import { buildCommand } from '@stricli/core'
import type { ApiOptions } from '../commands/api.ts'
import type { Context } from '../context.ts'
import { service } from './options.ts'

export const api = buildCommand<ApiOptions, [string?], Context>({
  loader: async () => (await import('../commands/api.ts')).api,
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
          brief: 'Operation id, such as createQuote; leave it out to list all operations',
          parse: String,
          placeholder: 'operation',
          optional: true,
          proposeCompletions: async (partial) => {
            const { operations } = await import('../operations.ts')
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
