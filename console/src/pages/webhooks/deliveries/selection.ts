// Which rows of a list are selected.

type Choice = {
  readonly ids: readonly string[]
  readonly id: string
  readonly isSelected: boolean
  /** The row that was chosen before, when a range up to `id` is chosen. */
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

function rangeOf({ ids, id, from }: Choice): readonly string[] {
  const [first, last] = [ids.indexOf(from ?? id), ids.indexOf(id)].toSorted((a, b) => a - b)
  return first === undefined || last === undefined || first < 0 ? [id] : ids.slice(first, last + 1)
}
