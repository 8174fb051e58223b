/** A JSON number keeps at most 15 significant digits exactly. */
const DIGITS_MAX = 15
const DECIMAL = /^\s*-?(?:\d+\.?\d*|\.\d+)\s*$/

/** The decimal number that the user entered. Other text is returned unchanged, so that the service refuses it with a message. */
export function numberOrText(entered: string): number | string {
  const digits = entered.replace(/\D/g, '').length
  return DECIMAL.test(entered) && digits <= DIGITS_MAX ? Number(entered) : entered
}
