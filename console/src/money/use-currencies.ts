import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The currencies of the service, which do not change while it runs. */
export function useCurrencies() {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['currencies'],
    queryFn: () => godwit.quotes.listCurrencies(),
    staleTime: Infinity,
  })
}
