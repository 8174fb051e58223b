import type { RecipientForm } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Pager } from '../../components/Pager.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { useWorkspace } from '../../workspace.ts'
import type { Fault, Row } from './read-rows.ts'
import { addTransfer, faultsOf, forEachRow, type Priced, price } from './send-rows.ts'

const PAGE_SIZE = 20

type Props = {
  readonly name: string
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly form: RecipientForm
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** What a row has reached, or what is wrong with it. */
type Result = { readonly state: 'checked' | 'added' } | { readonly faults: readonly Fault[] }

/** The rows before they are sent, what is wrong in which column, and the progress of sending them. */
export function RowsPart({ name, columns, rows, ...input }: Props) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map())
  const batch = { ...input, godwit, profileId: profile.id }
  const report = (row: Row, result: Result) =>
    setResults((all) => new Map(all).set(row.line, result))
  const send = useMutation({
    mutationFn: async () => {
      setResults(new Map())
      const priced = new Map<Row, Priced>()
      await forEachRow(rows, async (row) => {
        try {
          priced.set(row, await price(batch, row))
          report(row, { state: 'checked' })
        } catch (error) {
          report(row, { faults: faultsOf(error) })
        }
      })
      if (priced.size < rows.length)
        throw new Error(
          `${rows.length - priced.size} rows are refused. No batch was created: correct the file and choose it again.`,
        )
      const group = await godwit.batches.createBatchGroup({
        path: { profileId: profile.id },
        body: { name: name.trim(), sourceCurrency: input.sourceCurrency },
      })
      let added = 0
      await forEachRow(rows, async (row) => {
        try {
          await addTransfer(batch, group.id, row, priced.get(row) as Priced)
          added++
          report(row, { state: 'added' })
        } catch (error) {
          report(row, { faults: faultsOf(error) })
        }
      })
      if (added < rows.length)
        throw new Error(
          `${rows.length - added} rows were not added. Press the button again: rows that were added are not added twice.`,
        )
      return group.id
    },
    onSuccess: (id) => void navigate({ to: `/batches/${id}` }),
  })
  const faulty = rows.filter(({ faults }) => faults.length > 0).length
  const done = [...results.values()].filter((result) => 'state' in result)
  const added = done.filter((result) => 'state' in result && result.state === 'added').length
  return (
    <>
      <p role="status">
        {rows.length} rows
        {faulty > 0 && `, ${faulty} with errors: correct the file and choose it again`}
        {send.isPending && `. Checked ${done.length}, added ${added}.`}
      </p>
      <Table
        caption="Rows of the file"
        columns={columnsOf(columns, results)}
        rowKey={({ line }) => line}
        rows={faultsFirst(rows, results).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      />
      <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={rows.length} />
      {send.error && <ErrorNotice error={send.error} />}
      <div>
        <Button
          isDisabled={faulty > 0 || name.trim() === ''}
          isPending={send.isPending}
          kind="primary"
          onPress={() => send.mutate()}
        >
          Create the batch
        </Button>
      </div>
      {name.trim() === '' && <p className="muted">Enter the name of the batch first.</p>}
    </>
  )
}

const faultsIn = (row: Row, result: Result | undefined): readonly Fault[] =>
  result && 'faults' in result ? result.faults : row.faults

function faultsFirst(rows: readonly Row[], results: ReadonlyMap<number, Result>): Row[] {
  const rank = (row: Row) => (faultsIn(row, results.get(row.line)).length > 0 ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
}

function columnsOf(
  names: readonly string[],
  results: ReadonlyMap<number, Result>,
): readonly Column<Row>[] {
  return [
    { title: 'Line', cell: ({ line }) => line },
    {
      title: 'Result',
      cell: (row) => {
        const result = results.get(row.line)
        const faults = faultsIn(row, result)
        if (faults.length === 0) return result && 'state' in result ? result.state : ''
        return faults.map(({ column, message }) => (
          <span className="batches-fault" key={`${column} ${message}`}>
            {column && <strong>{column}: </strong>}
            {message}
          </span>
        ))
      },
    },
    ...names.map((name) => ({
      title: name,
      cell: ({ values }: Row) => <span className="batches-cell">{values[name]}</span>,
    })),
  ]
}
