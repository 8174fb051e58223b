import type { RecipientForm } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Pager } from '../../components/Pager.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { useWorkspace } from '../../workspace.ts'
import { createBatch, type RowResult } from './create-batch.ts'
import type { Fault, Row } from './read-rows.ts'

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 20

type Props = {
  readonly name: string
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly form: RecipientForm
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** The rows of the file with their faults, a button that creates the batch, and the progress of sending the rows. */
export function FileRows({ name, columns, rows, ...input }: Props) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map())
  const send = useMutation({
    mutationFn: () => {
      setResults(new Map())
      const batch = { ...input, name: name.trim(), godwit, profileId: profile.id }
      return createBatch(batch, rows, (row, result) =>
        setResults((all) => new Map(all).set(row.line, result)),
      )
    },
    onSuccess: (id) => void navigate({ to: `/batches/${id}` }),
  })
  const faultyCount = rows.filter(({ faults }) => faults.length > 0).length
  const states = [...results.values()].flatMap((result) => ('state' in result ? result.state : []))
  const addedCount = states.filter((state) => state === 'added').length
  return (
    <>
      <p role="status">
        Rows: {rows.length}.
        {faultyCount > 0 &&
          ` Rows with errors: ${faultyCount}. Correct the file and choose it again.`}
        {send.isPending && ` Checked: ${states.length}, added: ${addedCount}.`}
      </p>
      <Table
        caption="Rows of the file"
        columns={tableColumnsOf(columns, results)}
        rowKey={({ line }) => line}
        rows={faultsFirst(rows, results).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      />
      <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={rows.length} />
      {send.error && <ErrorNotice error={send.error} />}
      <div>
        <Button
          isDisabled={faultyCount > 0 || name.trim() === ''}
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

const faultsIn = (row: Row, result: RowResult | undefined): readonly Fault[] =>
  result && 'faults' in result ? result.faults : row.faults

function faultsFirst(rows: readonly Row[], results: ReadonlyMap<number, RowResult>): Row[] {
  const rank = (row: Row) => (faultsIn(row, results.get(row.line)).length > 0 ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
}

function tableColumnsOf(
  names: readonly string[],
  results: ReadonlyMap<number, RowResult>,
): readonly Column<Row>[] {
  return [
    { title: 'Line', cell: ({ line }) => line },
    {
      title: 'Result',
      cell: (row) => {
        const result = results.get(row.line)
        const faults = faultsIn(row, result)
        if (faults.length === 0) return result && 'state' in result ? result.state : ''
        return faults.map(({ column, message }, index) => (
          // The key is the index, because two faults may be equal.
          <span className="batches-fault" key={index}>
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
