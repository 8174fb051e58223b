import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'

export function NoPostings({ reference }: { readonly reference: string }) {
  if (reference !== '')
    return (
      <EmptyState title="No journal has this reference">
        A reference is a kind and an id, such as <code>transfer:12</code>, <code>movement:7</code>{' '}
        or <code>card-transaction:3</code>. An id alone finds journals of transfers, movements,
        deposits and card transactions; amounts and names are not searched. Journals of other
        profiles are not shown: choose the profile in the navigation.
      </EmptyState>
    )
  return (
    <EmptyState title="No money has moved">
      Add money on <Link to="/balances">Balances</Link>.
    </EmptyState>
  )
}
