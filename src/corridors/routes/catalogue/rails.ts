// How long a payment network takes. `opensHour` and `closesHour` are hours of the UTC day (D9).

export type Rail =
  | { readonly kind: 'instant' }
  | {
      readonly kind: 'hours'
      readonly hours: number
      readonly opensHour: number
      readonly closesHour: number
    }
  | { readonly kind: 'working-days'; readonly days: number; readonly closesHour: number }

/** Money arrives at once, at any hour of any day. */
export const INSTANT: Rail = { kind: 'instant' }

/**
 * Money arrives `durationHours` hours after the payment enters the network, which is open on working days from `opensHour` to
 * `closesHour`.
 */
export function hours(durationHours: number, opensHour: number, closesHour: number): Rail {
  return { kind: 'hours', hours: durationHours, opensHour, closesHour }
}

/**
 * Money arrives at `closesHour`, `days` working days after the day on which the payment enters the network before
 * `closesHour`.
 */
export function workingDays(days: number, closesHour: number): Rail {
  return { kind: 'working-days', days, closesHour }
}
