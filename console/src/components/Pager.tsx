import { Button } from './Button.tsx'

type Props = {
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
  readonly onChange: (page: number) => void
}

/** Buttons for the previous and the next page of a list; nothing when the list has one page. */
export function Pager({ page, pageSize, totalCount, onChange }: Props) {
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  if (last === 1) return null
  return (
    <nav aria-label="Pages of the list" className="row">
      <Button isDisabled={page <= 1} onPress={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="muted">
        Page {page} of {last}
      </span>
      <Button isDisabled={page >= last} onPress={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
