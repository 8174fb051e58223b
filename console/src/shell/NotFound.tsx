import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'

export function NotFound() {
  return (
    <div className="stack">
      <PageHeader title="Not found" />
      <EmptyState title="There is no page at this address">
        <Link to="/">Open the home page</Link>, or choose a page in the navigation.
      </EmptyState>
    </div>
  )
}
