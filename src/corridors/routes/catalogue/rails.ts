// How long a payment network takes. Hours are hours of the UTC day (D9).

export type Rail =
  | { readonly kind: 'instant' }
  | {
      readonly kind: 'hours'
      readonly hours: number
      readonly opensHour: number
      readonly closesHour: number
    }
  | { readonly kind: 'working-days'; readonly days: number; readonly closesHour: number }

/** At any hour of any day. */
export const INSTANT: Rail = { kind: 'instant' }

/** So many hours after hand-in, which is possible on working days between the two hours. */
export function hours(taken: number, opensHour: number, closesHour: number): Rail {
  return { kind: 'hours', hours: taken, opensHour, closesHour }
}

/** The same hour so many working days after hand-in, which is possible before `closesHour`. */
export function workingDays(days: number, closesHour: number): Rail {
  return { kind: 'working-days', days, closesHour }
}
