// The commands of the clock of a sandbox, with their options.

import { buildCommand, buildRouteMap } from '@stricli/core'
import type { MoveOptions, PreviewOptions } from '../commands/clock.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { service } from './options.ts'

const to = {
  kind: 'parsed',
  parse: String,
  optional: true,
  brief: 'A date or a time, such as 2030-01-01',
} as const

export const clock = buildRouteMap<string, Context>({
  routes: {
    show: buildCommand<ServiceOptions, [], Context>({
      loader: async () => (await import('../commands/clock.ts')).showClock,
      parameters: { flags: service },
      docs: { brief: 'Print the time of the sandbox' },
    }),
    advance: buildCommand<MoveOptions, [], Context>({
      loader: async () => (await import('../commands/clock.ts')).advanceClock,
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
      loader: async () => (await import('../commands/clock.ts')).advanceToNextWork,
      parameters: { flags: service },
      docs: { brief: 'Move the clock to the time at which the next work is due' },
    }),
    preview: buildCommand<PreviewOptions, [], Context>({
      loader: async () => (await import('../commands/clock.ts')).previewClock,
      parameters: { flags: { ...service, to } },
      docs: { brief: 'List the work that becomes due, and move nothing' },
    }),
  },
  docs: { brief: 'Read and move the clock of a sandbox' },
})
