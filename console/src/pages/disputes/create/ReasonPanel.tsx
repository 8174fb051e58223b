import type { CardTransaction } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Options } from '../../../flow/Options.tsx'
import type { FlowUrl } from '../../../flow/urls.ts'
import { useWorkspace } from '../../../workspace.ts'
import { OtherPayments } from './OtherPayments.tsx'
import { canDisputeSeveral, firstStepOf } from './reasons.ts'

type Props = {
  readonly payment: CardTransaction
  /** The payments that are disputed together. */
  readonly transactionIds: readonly string[]
  readonly onChange: (transactionIds: readonly string[]) => void
  /** Opens the form of a reason. */
  readonly onChoose: (first: FlowUrl) => void
}

/** The reasons for a dispute. Each opens its form. */
export function ReasonPanel({ payment, transactionIds, onChange, onChoose }: Props) {
  const { godwit, profile } = useWorkspace()
  const profileId = profile.id
  const choices = useQuery({
    queryKey: ['dispute-reasons', profileId, payment.cardToken],
    queryFn: async () => {
      const [reasons, card] = await Promise.all([
        godwit.disputes.listDisputeReasons({ path: { profileId } }),
        godwit.cards.getCard({ path: { profileId, cardToken: payment.cardToken } }),
      ])
      return { reasons, scheme: card.cardProgram.scheme }
    },
  })
  return (
    <>
      <Panel title="Why is the payment disputed?">
        <Loaded label="Loading the reasons" query={choices}>
          {({ reasons, scheme }) => (
            <Options
              onChoose={(action) => action !== 'exit' && onChoose(action)}
              options={reasons.map((reason) => ({
                title: reason.description,
                description: reason.tooltip,
                isDisabled: transactionIds.length > 1 && !canDisputeSeveral(reason),
                action: firstStepOf({ profileId, scheme, reason, transactionIds }),
              }))}
            />
          )}
        </Loaded>
      </Panel>
      <OtherPayments chosenIds={transactionIds} onChange={onChange} payment={payment} />
    </>
  )
}
