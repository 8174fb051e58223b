import type { Balance } from '@godwit/sdk'
import { formatAmount } from '../../components/Amount.tsx'
import { currencyOption, type NamedCurrency } from '../../money/currency-option.ts'

/** The currencies to pay with. Currencies with a balance are first, each with the amount of the balance. */
export function sourceOptions(currencies: readonly NamedCurrency[], balances: readonly Balance[]) {
  const balanceOf = (code: string) => balances.find(({ currency }) => currency === code)
  const options = currencies.map((each) => {
    const balance = balanceOf(each.currencyCode)
    const { value, label } = currencyOption(each)
    return balance === undefined
      ? { value, label }
      : { value, label: `${label}: ${formatAmount(balance.amount.value, value)} in your balance` }
  })
  const hasBalance = ({ value }: { readonly value: string }) => balanceOf(value) !== undefined
  return options.toSorted((a, b) => Number(hasBalance(b)) - Number(hasBalance(a)))
}
