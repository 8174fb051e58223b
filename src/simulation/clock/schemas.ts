// Request and reply shapes of the sandbox clock.

import Type from 'typebox'
import { idIn, input, instantOut, nullable } from '../../kernel/wire.ts'
import { COUNTED_ROWS_MAX } from './counted-rows.ts'

/**
 * How many years the clock may be ahead of the real time. The package date-holidays has no Islamic holidays after 2076:
 * delivery estimates would count closed days as working days.
 */
export const YEARS_AHEAD_MAX = 30

/** 1e9 s are about 31.7 years, more than `YEARS_AHEAD_MAX`, so that `ClockTooFar` refuses a long move with the reason. */
const SECONDS_MAX = 1e9

export const AdvanceClock = input(
  {
    seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: SECONDS_MAX,
        description: 'The number of seconds to move the clock forward by',
        examples: [1800],
      }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The time to move the clock forward to',
        examples: ['2030-01-01T00:00:00Z'],
      }),
    ),
    pauseAfterSeconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: SECONDS_MAX,
        description:
          'After this many seconds of real time the move pauses at the due time that it has reached, and `now` in the reply is before the requested time. Then send another request for the rest of the move. Default: the move does not pause.',
        examples: [2],
      }),
    ),
  },
  { title: 'AdvanceSandboxClockRequest', examples: [{ seconds: 1800 }] },
)

export const ClockNow = Type.Object(
  { now: instantOut('The time of the sandbox clock') },
  { title: 'SandboxClock' },
)

export const AdvanceClockReply = Type.Object(
  {
    now: instantOut('The time of the sandbox clock'),
    ran: Type.Integer({
      description: 'The number of due rows that sweeps processed on the way',
      examples: [3],
    }),
  },
  {
    title: 'SandboxClockAdvanced',
    description: 'The sandbox clock after the move, and the number of processed rows',
  },
)

export const PreviewQuery = Type.Object({
  to: Type.Optional(
    Type.String({
      format: 'date-time',
      description: `List the work that is due until this time. Default: until ${YEARS_AHEAD_MAX} years from the real time, the latest time of the clock.`,
      examples: ['2030-01-01T00:00:00Z'],
    }),
  ),
  transferId: Type.Optional(idIn('transfer', 'List only the work on this transfer')),
})

export const ClockPreview = Type.Object(
  {
    now: instantOut('The time of the sandbox clock'),
    next: nullable(
      instantOut('When the first of the listed work is due; null when no work is listed'),
    ),
    work: Type.Array(
      Type.Object(
        {
          sweep: Type.String({
            description: 'The name of the sweep that does the work',
            examples: ['transfers.lapse'],
          }),
          summary: Type.String({
            description: 'The work of the sweep, as a sentence',
            examples: ['Cancels a transfer that nobody paid within five working days (D24).'],
          }),
          dueAt: instantOut(
            'When the earliest row of the sweep is due; a row at which the sweep failed is due when the sweep tries it again',
          ),
          rows: Type.Integer({
            description: `The number of rows that are due until \`to\`; at most ${COUNTED_ROWS_MAX} are counted`,
            examples: [3],
          }),
        },
        { title: 'DueWork' },
      ),
      {
        description:
          'Sorted by `dueAt`. Work that only results from the listed work is not included.',
      },
    ),
  },
  {
    title: 'SandboxClockPreview',
    description: 'The work that becomes due when the sandbox clock moves',
  },
)
