import type { CardTransaction } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../../components/Amount.tsx'
import { Details } from '../../../components/Details.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/Time.tsx'
import { wordsOf } from '../../../words.ts'

type Money = CardTransaction['transactionAmount']
const amountOf = ({ amount, currency }: Money) => <Amount currency={currency} value={amount} />

export function TransactionDetails({ transaction }: { readonly transaction: CardTransaction }) {
  const { merchant, debits, credit, cardToken, originalTransactionId } = transaction
  const { country, city } = merchant.location
  const [debit] = debits
  return (
    <Panel title="Details">
      <Details
        rows={[
          ['Amount', amountOf(transaction.transactionAmount)],
          ['Type', wordsOf(transaction.type)],
          ['Declined because', transaction.declineReason],
          ['Details of the decline', transaction.detailedDeclineReason],
          ['Merchant', merchant.name],
          ['Location', [city, country].filter(Boolean).join(', ')],
          ['Category', `${merchant.category.name} (${merchant.category.code})`],
          ['Card read by', wordsOf(transaction.authorisationMethod)],
          ['Made', <Time at={transaction.createdDate} key="made" />],
          ['Debited', debit && amountOf(debit.debitedAmount)],
          ['Fee for the exchange', debit && amountOf(debit.fee)],
          ['Rate', debit && String(debit.rate)],
          ['Credited', credit && amountOf(credit.creditedAmount)],
          ['Balance', debit?.balanceId ?? credit?.balanceId],
          [
            'Refund of',
            originalTransactionId && (
              <Link to={`/cards/${cardToken}/transactions/${originalTransactionId}`}>
                transaction {originalTransactionId}
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  )
}
