// The command that sends money, with its options.

import { buildCommand } from '@stricli/core'
import type { SendOptions } from '../commands/send.ts'
import type { Context } from '../context.ts'
import { profile, service } from './options.ts'

export const send = buildCommand<SendOptions, [], Context>({
  loader: async () => (await import('../commands/send.ts')).send,
  parameters: {
    flags: {
      ...service,
      profile,
      set: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        optional: true,
        brief: 'Answer a question in advance, such as sourceCurrency=GBP',
        placeholder: 'key=value',
      },
    },
  },
  docs: {
    brief: 'Send money step by step: quote, recipient, payment, and every status',
    fullDescription:
      'Ask for currencies, amount, recipient and confirmation, pay from a balance, and follow the transfer to its end. In a sandbox the banks are simulated. Questions are on standard error; answers come from --set or standard input.',
    customUsage: [
      '',
      '--set sourceCurrency=GBP --set targetCurrency=EUR --set sourceAmount=100 --set recipient=1 --set reference= --set confirm=yes',
    ],
  },
})
