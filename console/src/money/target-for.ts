type Currency = { readonly currencyCode: string }
type Source = Currency & { readonly targetCurrencies: readonly Currency[] }

/**
 * The target currency after a change of the source currency: `target` where `source` can pay it, otherwise the first that
 * `source` can pay, and '' where `source` can pay no currency. A select would show any other value as blank.
 */
export function targetFor(sources: readonly Source[], source: string, target: string): string {
  const targets =
    sources.find(({ currencyCode }) => currencyCode === source)?.targetCurrencies ?? []
  const isPayable = targets.some(({ currencyCode }) => currencyCode === target)
  return isPayable ? target : (targets[0]?.currencyCode ?? '')
}
