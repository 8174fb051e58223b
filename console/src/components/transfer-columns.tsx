// The columns that the tables of transfers share.

import type { Transfer } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Amount } from './Amount.tsx'
import type { Column } from './Table.tsx'
import { TargetAmount } from './TargetAmount.tsx'
import { TransferStatus } from './TransferStatus.tsx'

export const transferColumns = {
  id: { title: 'Transfer', cell: ({ id }) => <Link to={`/transfers/${id}`}>{id}</Link> },
  status: { title: 'Status', cell: ({ status }) => <TransferStatus status={status} /> },
  sent: {
    title: 'Sent',
    align: 'end',
    cell: ({ sourceValue, sourceCurrency }) => (
      <Amount currency={sourceCurrency} value={sourceValue} />
    ),
  },
  arrives: {
    title: 'Recipient gets',
    align: 'end',
    cell: (transfer) => <TargetAmount transfer={transfer} />,
  },
} as const satisfies Readonly<Record<string, Column<Transfer>>>
