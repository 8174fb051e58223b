/** A JSON number keeps at most 15 significant digits exactly. */
const DIGITS_MAX = 15

/** The number that the user entered; text that is not exactly a number stays text, so that the service explains it. */
export function numberOrText(entered: string): number | string {
  const number = Number(entered)
  const digits = entered.replace(/\D/g, '').length
  return Number.isFinite(number) && digits > 0 && digits <= DIGITS_MAX ? number : entered
}
