// The commands that start, check and operate an installation, and the command that prints the completion script.

import { buildCommand, numberParser } from '@stricli/core'
import type { StartOptions } from '../commands/start.ts'
import type { Context, OutputOptions, ServiceOptions } from '../context.ts'
import { json, service } from './options.ts'

export const start = buildCommand<StartOptions, [], Context>({
  loader: async () => (await import('../commands/start.ts')).start,
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
    brief: 'Start the service, configured by environment variables',
    fullDescription:
      'Start the service. docs/configuration.md lists the environment variables. Ctrl-C stops it.',
  },
})

export const doctor = buildCommand<ServiceOptions, [], Context>({
  loader: async () => (await import('../commands/doctor.ts')).doctor,
  parameters: { flags: service },
  docs: { brief: 'Check the installation, and print how to fix each failed check' },
})

export const audit = buildCommand<OutputOptions, [], Context>({
  loader: async () => (await import('../commands/operator.ts')).audit,
  parameters: { flags: json },
  docs: {
    brief:
      'Check the ledger: each balance is the sum of its postings, and each posting moves money',
    fullDescription:
      'Audit the ledger of the database that DATABASE_URL or GODWIT_DATA_DIR selects. The service may be running.',
  },
})

export const completion = buildCommand<object, [string], Context>({
  loader: async () => (await import('../commands/completion.ts')).completion,
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
    fullDescription: 'Load the script into your shell: `source <(godwit completion bash)`.',
  },
})

/** Only for help and completion: `runCommandLine` runs `godwit operator` itself, because its options are not declared here. */
export const operator = buildCommand<OutputOptions, string[], Context>({
  func: () => undefined,
  parameters: {
    flags: json,
    positional: {
      kind: 'array',
      parameter: { brief: 'An operator command', parse: String, placeholder: 'command' },
    },
  },
  docs: {
    brief: 'Operate an installation: users, applications, payments, backups',
    fullDescription:
      'Run an operator command on the database that DATABASE_URL or GODWIT_DATA_DIR selects (docs/operating.md). Without arguments, `godwit operator` lists every operator command.',
    customUsage: ['user create --email ann@example.com', 'backup godwit.tar.gz'],
  },
})
