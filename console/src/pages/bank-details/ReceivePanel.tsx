import type { AccountDetails, IncomingPayment } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { choiceField, groupsOf, optional, textField } from '../../forms/fields.ts'
import { useBalances } from '../../money/use-balances.ts'
import { useWorkspace } from '../../workspace.ts'
import { receivePayment } from './receive-payment.ts'

type Props = {
  readonly currency: string
  /** Newest first. */
  readonly issuedDetails: readonly AccountDetails[]
}

/** Simulates the bank of a sender: pays to the bank details. */
export function ReceivePanel({ currency, issuedDetails }: Props) {
  const { godwit, profile } = useWorkspace()
  const [newest] = issuedDetails
  const canReceiveFromAbroad = newest?.receiveOptions.some(({ type }) => type === 'INTERNATIONAL')
  const fields = [
    ...(canReceiveFromAbroad
      ? [choiceField('kind', 'Sent from', ['THE_SAME_COUNTRY', 'ABROAD'])]
      : []),
    ...(issuedDetails.length > 1
      ? [
          choiceField(
            'accountDetailsId',
            'Bank details, for a payment from the same country',
            idsOf(issuedDetails),
            optional,
          ),
        ]
      : []),
    textField('amount', `Amount in ${currency}`, { example: '250.00' }),
    textField('sender.name', 'Sender', optional),
    textField('sender.accountNumber', 'Account of the sender', optional),
    textField('reference', 'Reference', { ...optional, example: 'Invoice 7' }),
  ]
  return (
    <Panel title="Receive a payment">
      <p className="muted">
        The sandbox simulates the sender's bank: this form sends a payment to these bank details.
      </p>
      <FieldsForm
        again="Receive another"
        call={(details, headers) =>
          receivePayment(godwit, { profileId: profile.id, currency, details, headers })
        }
        done={(payment) => <ReceivedPayment payment={payment} />}
        groups={groupsOf(fields)}
        initial={{ kind: 'THE_SAME_COUNTRY' }}
        label="Receive the payment"
      />
    </Panel>
  )
}

const idsOf = (details: readonly AccountDetails[]) => details.map(({ id }) => String(id))

function ReceivedPayment({ payment }: { readonly payment: IncomingPayment }) {
  const { id, amount, currency, state, balanceId } = payment
  const { data: balances } = useBalances()
  const balance = balances?.find((each) => each.id === balanceId)
  if (state === 'PROCESSING')
    return (
      <p>
        Payment {id} waits until <Link to="/profiles">the profile is verified</Link>.
      </p>
    )
  return (
    <p>
      Payment {id} of <Amount currency={currency} value={amount} /> arrived.{' '}
      <Link to={`/balances/${balanceId}`}>Balance {balanceId}</Link>
      {balance && (
        <>
          {' '}
          has <Amount {...balance.amount} />
        </>
      )}
      .
    </p>
  )
}
