import type { CardTransaction } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '../../../components/Amount.tsx'
import { CheckBoxField } from '../../../components/CheckBoxField.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { isDisputable } from '../../../disputable.ts'
import { useWorkspace } from '../../../workspace.ts'

/** Fewer than the 20 payments that one submission may dispute (D82), so that the list stays short. */
const SHOWN_MAX = 10

type Props = {
  readonly payment: CardTransaction
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** The newest other payments of the card, which can be disputed together with this one. */
export function OtherPayments({ payment, chosen, onChange }: Props) {
  const { godwit, profile } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['disputable-transactions', profile.id, payment.cardToken],
    queryFn: () =>
      godwit.cardTransactions.listCardTransactions({
        path: { profileId: profile.id, cardToken: payment.cardToken },
        query: { pageSize: SHOWN_MAX },
      }),
  })
  const others = (data?.transactions ?? []).filter(
    (each) => each.id !== payment.id && isDisputable(each),
  )
  if (others.length === 0) return null
  return (
    <Panel title="Other payments to dispute together with this one">
      <p className="muted">
        Several payments can be disputed together only when the customer did not make them. Other
        reasons are then disabled.
      </p>
      <div>
        {others.map((each) => (
          <CheckBoxField
            isChecked={chosen.includes(each.id)}
            key={each.id}
            label={labelOf(each)}
            onChange={(isChosen) =>
              onChange(
                isChosen ? [...chosen, each.id] : chosen.filter((other) => other !== each.id),
              )
            }
          />
        ))}
      </div>
    </Panel>
  )
}

function labelOf({ id, merchant, transactionAmount }: CardTransaction): string {
  const { amount, currency } = transactionAmount
  return `${formatAmount(amount, currency)} ${currency} to ${merchant.name} (transaction ${id})`
}
