type Props = {
  readonly value: number | string
  readonly currency: string
  /** Shows `+` before amounts that were received. */
  readonly signed?: boolean
}

/** An amount with its currency, such as `1,234.50 GBP`. */
export function Amount({ value, currency, signed = false }: Props) {
  return (
    <span className="amount">
      {formatAmount(value, currency, signed)} <span className="muted">{currency}</span>
    </span>
  )
}

/** Making a formatter takes about as long as formatting a hundred amounts, and a table has hundreds of amounts. */
const formats = new Map<string, Intl.NumberFormat>()

/** Decimal text is formatted as it is, so that no digit is lost. */
export function formatAmount(value: number | string, currency: string, signed = false): string {
  const key = `${currency} ${signed}`
  const format = formats.get(key) ?? amountFormat(currency, signed)
  formats.set(key, format)
  return format.format(value as number)
}

function amountFormat(currency: string, signed: boolean): Intl.NumberFormat {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
}
