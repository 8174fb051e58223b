type Props = {
  readonly value: number | string
  readonly currency: string
  /** Shows `+` before a positive amount, such as money that was received. */
  readonly isSigned?: boolean
}

/** An amount with its currency, such as `1,234.50 GBP`. */
export function Amount({ value, currency, isSigned = false }: Props) {
  return (
    <span className="amount">
      {formatAmount(value, currency, isSigned)} <span className="muted">{currency}</span>
    </span>
  )
}

/** Making a formatter takes about 30 times as long as formatting an amount (Node.js 26), and a table has hundreds of amounts. */
const formats = new Map<string, Intl.NumberFormat>()

/** Decimal text is not converted to a number first, because a number would lose digits beyond the fifteenth. */
export function formatAmount(value: number | string, currency: string, isSigned = false): string {
  const key = `${currency} ${isSigned}`
  const format = formats.get(key) ?? amountFormat(currency, isSigned)
  formats.set(key, format)
  return format.format(value as number | Intl.StringNumericLiteral)
}

function amountFormat(currency: string, isSigned: boolean): Intl.NumberFormat {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  })
}
