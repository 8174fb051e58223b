// The filters of the list are in the address of the page, so that a link to the filtered list can be kept and shared.

import { useNavigate, useSearch } from '@tanstack/react-router'

const filterNames = [
  'status',
  'sourceCurrency',
  'targetCurrency',
  'createdDateStart',
  'createdDateEnd',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** The filters, a function that sets or removes one of them, and a function that removes all. */
export function useFilters(): [Filters, (name: FilterName, value: string) => void, () => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const filters: Filters = Object.fromEntries(
    filterNames.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])),
  )
  const show = (next: Filters) => void navigate({ to: '/transfers', search: next, replace: true })
  const setFilter = (name: FilterName, value: string) => {
    const { [name]: _, ...others } = filters
    show(value === '' ? others : { ...others, [name]: value })
  }
  return [filters, setFilter, () => show({})]
}
