// `godwit clock`: reads and moves the clock of a sandbox.

import { COUNTED_ROWS_MAX } from '../../../src/simulation/clock/counted-rows.ts'
import { type Context, print, reportProgress, type ServiceOptions } from '../context.ts'
import { isRefusal, UsageError } from '../failures.ts'
import { connect, type Service } from '../service.ts'

export type MoveOptions = ServiceOptions & { readonly by?: string; readonly to?: string }
export type PreviewOptions = ServiceOptions & { readonly to?: string }

export async function showClock(this: Context, options: ServiceOptions): Promise<void> {
  const service = await connect(options, this.process.env)
  const reply = await service.call((godwit) => godwit.simulation.getSandboxClock())
  print(this, options.json ? reply : reply.now, options)
}

export async function advanceClock(this: Context, options: MoveOptions): Promise<void> {
  const target = targetOf(options)
  const service = await connect(options, this.process.env)
  const { to, first } =
    'to' in target ? { to: target.to, first: target } : await targetAfter(service, target.by)
  let move = await moveClock(service, first)
  while (isBefore(move.now, to)) {
    reportProgress(this, moveText(move), options)
    // Repeating the command with --by would move the clock too far.
    const advice = `The clock is at ${move.now}. Continue: godwit clock advance --to ${to}`
    const { now, ran } = await moveUnlessPassed(service, to, advice)
    move = { now, ran: move.ran + ran }
  }
  print(this, options.json ? move : moveText(move), options)
}

/**
 * Moves the clock to the time at which the next work is due, so that only this work is done. When work is overdue, the
 * clock stays, and all work that is due is done at once.
 */
export async function advanceToNextWork(this: Context, options: ServiceOptions): Promise<void> {
  const service = await connect(options, this.process.env)
  const preview = await service.call((godwit) => godwit.simulation.previewSandboxClock())
  if (preview.next === null) {
    const nothing = 'Nothing is due: the clock stays where it is.'
    return print(this, options.json ? { now: preview.now, ran: 0 } : nothing, options)
  }
  for (const { dueAt, summary } of preview.work.filter((work) => work.dueAt === preview.next))
    reportProgress(this, `${dueAt}  ${summary}`, options)
  const move = await moveUnlessPassed(service, preview.next)
  print(this, options.json ? move : moveText(move), options)
}

export async function previewClock(this: Context, options: PreviewOptions): Promise<void> {
  const query: { to?: string } = options.to === undefined ? {} : { to: instantOf(options.to) }
  const service = await connect(options, this.process.env)
  const { work, now } = await service.call((godwit) =>
    godwit.simulation.previewSandboxClock({ query }),
  )
  const until = query.to === undefined ? '' : ` and until ${query.to}`
  if (work.length === 0 && !options.json)
    print(this, `Nothing is due after ${now}${until}.`, options)
  for (const dueWork of work) {
    const { dueAt, sweep, summary } = dueWork
    const line = `${dueAt}  ${rowsText(dueWork).padStart(4)} × ${sweep}: ${summary}`
    print(this, options.json ? dueWork : line, options)
  }
}

/** The service stops counting at `COUNTED_ROWS_MAX`. */
const rowsText = ({ rows }: { readonly rows: number }) =>
  rows < COUNTED_ROWS_MAX ? String(rows) : `${COUNTED_ROWS_MAX}+`

type Move = { readonly seconds: number } | { readonly to: string }

/**
 * The real time after which the service pauses a long move and replies; a choice of this project. The command then reports
 * the progress and sends the next request. Without pauses a long move could exceed the 30 s for which the SDK waits.
 */
const PAUSE_AFTER_SECONDS = 2

/** When the service is not available, `advice` is printed instead of the advice to repeat the command. */
function moveClock(service: Service, move: Move, advice?: string) {
  const body = { ...move, pauseAfterSeconds: PAUSE_AFTER_SECONDS }
  return service.call((godwit) => godwit.simulation.advanceSandboxClock({ body }), advice)
}

const isBefore = (a: string, b: string) =>
  Temporal.Instant.compare(Temporal.Instant.from(a), Temporal.Instant.from(b)) < 0

/**
 * Moves the clock to a time. If the clock is past that time, the clock stays where it is and the due work is done: the work was
 * overdue already, or the clock has moved on since the service named the time.
 */
async function moveUnlessPassed(service: Service, to: string, advice?: string) {
  try {
    return await moveClock(service, { to }, advice)
  } catch (error) {
    if (!isRefusal(error) || error.reasons[0]?.code !== 'clock.backwards') throw error
    return moveClock(service, { seconds: 0 }, advice)
  }
}

const moveText = ({ now, ran }: { readonly now: string; readonly ran: number }) =>
  `It is ${now}; due rows processed: ${ran}.`

type ClockTarget = { readonly by: Temporal.Duration } | { readonly to: string }

function targetOf({ by, to }: MoveOptions): ClockTarget {
  if ((by === undefined) === (to === undefined))
    throw new UsageError('Use either --by, such as --by PT1H, or --to, such as --to 2030-01-01.')
  return by === undefined ? { to: instantOf(to ?? '') } : { by: durationOf(by) }
}

/**
 * Returns the time at which a move by this duration ends, and the first request of the move. Counts from the time of the
 * sandbox, because months differ in length. Days have 24 hours, because the clock is in UTC. The first request moves by
 * seconds: the end of a short duration may have passed when the request arrives.
 */
async function targetAfter(service: Service, duration: Temporal.Duration) {
  const { now } = await service.call((godwit) => godwit.simulation.getSandboxClock())
  const relativeTo = Temporal.Instant.from(now).toZonedDateTimeISO('UTC')
  const seconds = duration.total({ unit: 'seconds', relativeTo })
  return { to: String(relativeTo.add(duration).toInstant()), first: { seconds } }
}

function durationOf(text: string): Temporal.Duration {
  try {
    const duration = Temporal.Duration.from(text)
    if (duration.sign < 0) throw new RangeError('it is negative')
    return duration
  } catch (error) {
    throw new UsageError(
      `--by is ${text}; write an ISO 8601 duration, such as PT1H, P5D or P1M (${(error as Error).message}).`,
    )
  }
}

/** A date means the start of that day in UTC. */
function instantOf(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text
  try {
    return Temporal.Instant.from(time).toString()
  } catch {
    throw new UsageError(`--to is ${text}; write it as 2030-01-01 or 2030-01-01T10:00:00Z.`)
  }
}
