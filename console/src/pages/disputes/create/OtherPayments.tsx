import type { CardTransaction } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '../../../components/Amount.tsx'
import { CheckBoxField } from '../../../components/CheckBoxField.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { isDisputable } from '../../../disputable.ts'
import { useWorkspace } from '../../../workspace.ts'

/**
 * The number of newest transactions that are read. Transactions that cannot be disputed, and `payment`, are left out, so the list
 * is often shorter. Ten is a choice of this project: a short list. One submission may dispute 20 payments (D82).
 */
const TRANSACTIONS_READ = 10

type Props = {
  readonly payment: CardTransaction
  /** The ids of all payments to dispute, `payment` included. */
  readonly chosenIds: readonly string[]
  readonly onChange: (chosenIds: readonly string[]) => void
}

/** The disputable payments among the newest transactions of the card, to dispute together with `payment`. */
export function OtherPayments({ payment, chosenIds, onChange }: Props) {
  const { godwit, profile } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['disputable-transactions', profile.id, payment.cardToken],
    queryFn: () =>
      godwit.cardTransactions.listCardTransactions({
        path: { profileId: profile.id, cardToken: payment.cardToken },
        query: { pageSize: TRANSACTIONS_READ },
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
            isChecked={chosenIds.includes(each.id)}
            key={each.id}
            label={labelOf(each)}
            onChange={(isChosen) =>
              onChange(
                isChosen ? [...chosenIds, each.id] : chosenIds.filter((other) => other !== each.id),
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
