import type { Dispute } from '@godwit/sdk'
import { Panel } from '../../../components/Panel.tsx'
import { MoveButton } from './MoveButton.tsx'
import { labelledMoves } from './moves.ts'
import { RefundForm } from './RefundForm.tsx'
import { WithdrawButton } from './WithdrawButton.tsx'

/** The moves that are possible now: the customer withdraws, and the other buttons simulate the review. */
export function DisputeMoves({ dispute }: { readonly dispute: Dispute }) {
  const moves = labelledMoves(dispute.subStatus)
  return (
    <Panel title="Next moves">
      {moves.length === 0 && <p className="muted">None: this state is final.</p>}
      {moves.map((next) => {
        if (next.move === 'refund')
          return <RefundForm dispute={dispute} key={next.move} next={next} />
        if (next.move === 'withdraw')
          return <WithdrawButton dispute={dispute} key={next.move} next={next} />
        return <MoveButton dispute={dispute} key={next.move} next={next} />
      })}
    </Panel>
  )
}
