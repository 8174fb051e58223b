import { Loaded } from '../../components/Loaded.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { currencyOption } from '../../money/currency-option.ts'
import { targetFor } from '../../money/target-for.ts'
import { useCurrencyPairs } from '../../money/use-currency-pairs.ts'

export type Currencies = { readonly source: string; readonly target: string }

type Props = {
  readonly currencies: Currencies
  readonly onChange: (currencies: Currencies) => void
}

/** The choice of the currencies that the batch is paid from and to. */
export function CurrencyFields({ currencies, onChange }: Props) {
  const { source, target } = currencies
  const pairs = useCurrencyPairs()
  return (
    <Loaded label="Loading currencies" query={pairs}>
      {({ sourceCurrencies }) => {
        const chosenSource = sourceCurrencies.find(({ currencyCode }) => currencyCode === source)
        return (
          <>
            <SelectField
              label="From"
              onChange={(code) =>
                onChange({ source: code, target: targetFor(sourceCurrencies, code, target) })
              }
              options={sourceCurrencies.map(currencyOption)}
              value={source}
            />
            <SelectField
              label="To"
              onChange={(code) => onChange({ source, target: code })}
              options={(chosenSource?.targetCurrencies ?? []).map(currencyOption)}
              value={target}
            />
          </>
        )
      }}
    </Loaded>
  )
}
