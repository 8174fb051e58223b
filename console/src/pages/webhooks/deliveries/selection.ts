// Changes the selection of rows in a list.

type Choice = {
  readonly ids: readonly string[]
  readonly id: string
  readonly isSelected: boolean
  /** The first row of a range that ends at `id`; undefined when only `id` is chosen. */
  readonly from: string | undefined
}

/** The selection after `id`, or every row from `from` to `id`, was selected or deselected. */
export function changeSelection(
  selected: ReadonlySet<string>,
  choice: Choice,
): ReadonlySet<string> {
  const range = new Set(rangeOf(choice))
  return choice.isSelected ? selected.union(range) : selected.difference(range)
}

/** The rows from `from` to `id`; only `id` when the list no longer has `from`. */
function rangeOf({ ids, id, from = id }: Choice): readonly string[] {
  const at = ids.indexOf(id)
  const fromAt = ids.indexOf(from)
  return fromAt < 0 ? [id] : ids.slice(Math.min(at, fromAt), Math.max(at, fromAt) + 1)
}
