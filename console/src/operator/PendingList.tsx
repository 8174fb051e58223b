import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Panel } from '../components/Panel.tsx'
import { type Column, Table } from '../components/Table.tsx'
import type { ChosenAction } from './ActionDialog.tsx'
import { actions } from './actions.ts'
import type { Item, List, Page } from './lists.ts'
import { Moment } from './Moment.tsx'
import type { Call } from './session.ts'

type Props = {
  readonly call: Call
  readonly kind: string
  readonly list: List
  /** The oldest entries, which the overview of all lists contains. */
  readonly firstPage: Page
  readonly onChoose: (chosen: ChosenAction) => void
}

const amountFields: ReadonlySet<string> = new Set(['source', 'target'])

/** The oldest entries of a list. After “Show all” the person can page through all entries. */
export function PendingList({ call, kind, list, firstPage, onChoose }: Props) {
  /** From 0; undefined until the person presses “Show all”. */
  const [page, setPage] = useState<number>()
  const chosenPage = useQuery({
    queryKey: ['waiting-pages', kind, page],
    queryFn: () => call<Page>('GET', `waiting/${kind}?page=${page}`),
    enabled: page !== undefined,
    placeholderData: (previous) => previous,
  })
  const { items, hasMore } = chosenPage.data ?? firstPage
  const hasEarlier = page !== undefined && page > 0
  const columns = list.columns.map(
    ([title, field]): Column<Item> => ({
      title,
      cell: (item) => <Value field={field} item={item} />,
      ...(amountFields.has(field) && { align: 'end' }),
    }),
  )
  const nameOf = (item: Item) =>
    list.columns
      .slice(0, 2)
      .map(([, field]) => item[field])
      .join(' ')
  const buttons: Column<Item> = {
    title: 'Actions',
    align: 'end',
    cell: (item) =>
      list.actions.map((name) => (
        <Button
          key={name}
          onPress={() =>
            onChoose({
              name,
              knownValues: knownValuesOf(list, item),
              entryRows: rowsOf(list, item),
            })
          }
        >
          {actions[name].title}
          <span className="visually-hidden"> {nameOf(item)}</span>
        </Button>
      )),
  }
  return (
    <Panel title={list.title}>
      {list.note && <p className="muted">{list.note}</p>}
      <Table
        caption={list.title}
        columns={list.actions.length > 0 ? [...columns, buttons] : columns}
        rowKey={(item) => JSON.stringify(item)}
        rows={items}
      />
      {chosenPage.error && <ErrorNotice error={chosenPage.error} onRetry={chosenPage.refetch} />}
      {(hasMore || hasEarlier) && (
        <div className="row">
          {hasEarlier && <Button onPress={() => setPage(page - 1)}>Earlier entries</Button>}
          {hasMore && (
            <Button onPress={() => setPage(page === undefined ? 0 : page + 1)}>
              {page === undefined ? 'Show all' : 'Later entries'}
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

/** The value of a field: a moment, a list or a text. */
function Value({ item, field }: { readonly item: Item; readonly field: string }) {
  const value = item[field]
  if (field.endsWith('At')) return <Moment at={typeof value === 'string' ? value : null} />
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

function knownValuesOf({ fieldOfOption }: List, item: Item): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldOfOption).map(([option, field]) => [option, String(item[field])]),
  )
}

const rowsOf = ({ columns }: List, item: Item) =>
  columns.map(([title, field]) => [title, <Value field={field} key={field} item={item} />] as const)
