import type { CardTransaction } from '@godwit/sdk'
import { useState } from 'react'
import { Panel } from '../../../components/Panel.tsx'
import { FollowUpForm } from './FollowUpForm.tsx'
import { followUpsOf } from './follow-ups.ts'

/** The next moves of the merchant in the present state of the payment, each with its form. */
export function FollowUpPanel({ transaction }: { readonly transaction: CardTransaction }) {
  // The panel keeps the result, because a move that changes the state removes its form.
  const [result, setResult] = useState('')
  const followUps = followUpsOf(transaction)
  return (
    <Panel title="Next moves of the merchant">
      {followUps.length === 0 && (
        <p className="muted">None: the merchant can change this transaction no further.</p>
      )}
      {followUps.map((followUp) => (
        <FollowUpForm
          // The amount is in the key, so that after a partial reversal the form begins with the amount that is still authorised.
          key={`${followUp.operation} ${transaction.transactionAmount.amount}`}
          onResult={setResult}
          followUp={followUp}
          transaction={transaction}
        />
      ))}
      <p className="muted" role="status">
        {result}
      </p>
    </Panel>
  )
}
