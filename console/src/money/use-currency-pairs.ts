import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The source currencies, each with its target currencies. The pairs do not change while the service runs. */
export function useCurrencyPairs() {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['currency-pairs'],
    queryFn: () => godwit.quotes.listCurrencyPairs(),
    staleTime: Infinity,
  })
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** `Intl.DisplayNames` has no name for some currencies, such as GGP: their label is only the code. */
export function currencyOption({ currencyCode }: { readonly currencyCode: string }) {
  const name = names.of(currencyCode)
  return {
    value: currencyCode,
    label: name === currencyCode ? currencyCode : `${currencyCode}, ${name}`,
  }
}
