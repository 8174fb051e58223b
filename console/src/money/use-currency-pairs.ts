import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The source currencies, each with its target currencies, all with their names. The pairs do not change while the service runs. */
export function useCurrencyPairs() {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['currency-pairs'],
    queryFn: async () => {
      const [{ sourceCurrencies }, currencies] = await Promise.all([
        godwit.quotes.listCurrencyPairs(),
        godwit.quotes.listCurrencies(),
      ])
      const names = new Map(currencies.map(({ code, name }) => [code, name]))
      const withName = ({ currencyCode }: { readonly currencyCode: string }) => ({
        currencyCode,
        name: names.get(currencyCode),
      })
      return {
        sourceCurrencies: sourceCurrencies.map((source) => ({
          ...withName(source),
          targetCurrencies: source.targetCurrencies.map(withName),
        })),
      }
    },
    staleTime: Infinity,
  })
}
