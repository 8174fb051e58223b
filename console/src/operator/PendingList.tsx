import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Panel } from '../components/Panel.tsx'
import { type Column, Table } from '../components/Table.tsx'
import type { ChosenAction } from './ActionDialog.tsx'
import { actions } from './actions.ts'
import type { Entry, List, Page } from './lists.ts'
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

/** The fields of a transfer whose columns are aligned at the end, as amounts are. */
const amountFields: ReadonlySet<string> = new Set(['source', 'target'])

/** The oldest entries of a list. After “Show all” the operator can page through all entries. */
export function PendingList({ call, kind, list, firstPage, onChoose }: Props) {
  /** From 0; undefined until the operator presses “Show all”. */
  const [page, setPage] = useState<number>()
  const chosenPage = useQuery({
    queryKey: ['waiting-pages', kind, page],
    queryFn: () => call<Page>('GET', `waiting/${kind}?page=${page}`),
    enabled: page !== undefined,
    // The shown page stays until the next one is loaded.
    placeholderData: (previous) => previous,
  })
  const { items, hasMore } = chosenPage.data ?? firstPage
  const hasEarlier = page !== undefined && page > 0
  const columns = list.columns.map(
    ([title, field]): Column<Entry> => ({
      title,
      cell: (entry) => <Value field={field} entry={entry} />,
      ...(amountFields.has(field) && { align: 'end' }),
    }),
  )
  const nameOf = (entry: Entry) =>
    list.columns
      .slice(0, 2)
      .map(([, field]) => entry[field])
      .join(' ')
  const buttons: Column<Entry> = {
    title: 'Actions',
    align: 'end',
    cell: (entry) =>
      list.actions.map((name) => (
        <Button
          key={name}
          onPress={() =>
            onChoose({
              name,
              knownValues: knownValuesOf(list, entry),
              entryRows: rowsOf(list, entry),
            })
          }
        >
          {actions[name].title}
          <span className="visually-hidden"> {nameOf(entry)}</span>
        </Button>
      )),
  }
  return (
    <Panel title={list.title}>
      {list.note && <p className="muted">{list.note}</p>}
      <Table
        caption={list.title}
        columns={list.actions.length > 0 ? [...columns, buttons] : columns}
        rowKey={(entry) => JSON.stringify(entry)}
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
function Value({ entry, field }: { readonly entry: Entry; readonly field: string }) {
  const value = entry[field]
  if (field.endsWith('At')) return <Moment at={typeof value === 'string' ? value : null} />
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

function knownValuesOf({ fieldOfOption }: List, entry: Entry): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldOfOption).map(([option, field]) => [option, String(entry[field])]),
  )
}

const rowsOf = ({ columns }: List, entry: Entry) =>
  columns.map(
    ([title, field]) => [title, <Value field={field} key={field} entry={entry} />] as const,
  )
