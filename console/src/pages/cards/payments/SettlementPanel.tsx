import type { CardTransaction } from '@godwit/sdk'
import { useState } from 'react'
import { Panel } from '../../../components/Panel.tsx'
import { SettlementForm } from './SettlementForm.tsx'
import { settlementsOf } from './settlement.ts'

/** The next moves of the merchant in the present state of the payment, each with its form. */
export function SettlementPanel({ transaction }: { readonly transaction: CardTransaction }) {
  // Kept outside of the forms, because a move that changes the state removes its form.
  const [result, setResult] = useState('')
  const settlements = settlementsOf(transaction)
  return (
    <Panel title="Next moves of the merchant">
      {settlements.length === 0 && <p className="muted">None: this state is final.</p>}
      {settlements.map((settlement) => (
        <SettlementForm
          // The amount is in the key, so that a partial reversal starts the form with the amount that is still authorised.
          key={`${settlement.operation} ${transaction.transactionAmount.amount}`}
          onResult={setResult}
          settlement={settlement}
          transaction={transaction}
        />
      ))}
      <p className="muted" role="status">
        {result}
      </p>
    </Panel>
  )
}
