// The commands that start, check and operate an installation, with their options.

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
    brief: 'Start the service, with the configuration of the environment',
    fullDescription:
      'Start the service. docs/configuration.md lists the variables. Ctrl-C stops it.',
  },
})

export const doctor = buildCommand<ServiceOptions, [], Context>({
  loader: async () => (await import('../commands/doctor.ts')).doctor,
  parameters: { flags: service },
  docs: { brief: 'Check the installation, and print what to do where something is missing' },
})

export const audit = buildCommand<OutputOptions, [], Context>({
  loader: async () => (await import('../commands/operator.ts')).audit,
  parameters: { flags: json },
  docs: {
    brief: 'Check that every running balance is the sum of its postings',
    fullDescription:
      'Audit the ledger of the database of the environment (DATABASE_URL or GODWIT_DATA_DIR). The service may be running.',
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

/** Used by help only: `runCommandLine` passes the arguments of an operator's command on before options are read. */
export const operator = buildCommand<OutputOptions, string[], Context>({
  func: () => undefined,
  parameters: {
    flags: json,
    positional: {
      kind: 'array',
      parameter: { brief: 'A command of the operator', parse: String, placeholder: 'command' },
    },
  },
  docs: {
    brief: 'Operate an installation: users, applications, payments, backups',
    fullDescription:
      'Run a command of the operator on the database of the environment (docs/operating.md). Without arguments, `godwit operator` lists every command of the operator.',
    customUsage: ['user create --email ann@example.com', 'backup godwit.tar.gz'],
  },
})
