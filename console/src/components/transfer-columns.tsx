// The columns that the tables of transfers share.

import type { Transfer, TransferSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { waitsFor } from '../money/waits-for.ts'
import { Amount } from './Amount.tsx'
import type { Column } from './Table.tsx'
import { TargetAmount } from './TargetAmount.tsx'
import { TransferStatus } from './TransferStatus.tsx'

export const transferColumns = {
  id: {
    title: 'Transfer',
    cell: ({ id }) => (
      <Link className="table-row-link" to={`/transfers/${id}`}>
        {id}
      </Link>
    ),
  },
  status: { title: 'Status', cell: ({ status }) => <TransferStatus status={status} /> },
  afterFee: {
    title: 'After the fee',
    align: 'end',
    cell: ({ sourceValue, sourceCurrency }) => (
      <Amount currency={sourceCurrency} value={sourceValue} />
    ),
  },
  recipientGets: {
    title: 'Recipient gets',
    align: 'end',
    cell: (transfer) => <TargetAmount transfer={transfer} />,
  },
} as const satisfies Readonly<Record<string, Column<Transfer>>>

/** The columns of the transfers whose costs and recipients are known. */
export const summaryColumns = {
  id: transferColumns.id,
  recipient: { title: 'Recipient', cell: ({ recipientName }) => recipientName },
  status: {
    title: 'Status',
    cell: (transfer) => (
      <div>
        <TransferStatus status={transfer.status} />
        <p className="table-note muted">{waitsFor(transfer)}</p>
      </div>
    ),
  },
  youPay: {
    title: 'You pay',
    align: 'end',
    cell: ({ cost, sourceCurrency }) => <Amount currency={sourceCurrency} value={cost} />,
  },
  recipientGets: transferColumns.recipientGets,
} as const satisfies Readonly<Record<string, Column<TransferSummary>>>
