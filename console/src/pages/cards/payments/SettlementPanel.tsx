import type { CardTransaction } from '@godwit/sdk'
import { Panel } from '../../../components/Panel.tsx'
import { SettlementForm } from './SettlementForm.tsx'
import { settlementsOf } from './settlement.ts'

/** The next moves of the merchant in the present state of the payment, each with its form. */
export function SettlementPanel({ transaction }: { readonly transaction: CardTransaction }) {
  const settlements = settlementsOf(transaction)
  return (
    <Panel title="Next moves of the merchant">
      {settlements.length === 0 && <p className="muted">None: this state is final.</p>}
      {settlements.map((settlement) => (
        <SettlementForm
          key={settlement.operation}
          settlement={settlement}
          transaction={transaction}
        />
      ))}
    </Panel>
  )
}
