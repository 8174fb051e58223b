import { Amount, formatAmount } from '../components/Amount.tsx'
import { AccountName } from './AccountName.tsx'
import { toDecimal } from './decimal.ts'
import { type Account, accountsOf, type Posting, sumsOf } from './postings.ts'
import './money.css'

type Props = { readonly postings: readonly Posting[] }

/**
 * A table for each account with the debits, the credits and the balance after each posting, then the sum of the balances of all
 * accounts, which is zero.
 */
export function TAccounts({ postings }: Props) {
  const accounts = accountsOf(postings)
  return (
    <div className="stack">
      <div className="t-accounts">
        {accounts.map((account) => (
          <TAccount account={account} key={`${account.name} ${account.currency}`} />
        ))}
      </div>
      <p className="t-accounts-sum">
        <strong>Sum of all accounts</strong>
        {sumsOf(accounts).map(([currency, sum]) => (
          <Amount currency={currency} key={currency} value={toDecimal(sum)} />
        ))}
      </p>
    </div>
  )
}

function TAccount({ account: { name, currency, entries } }: { readonly account: Account }) {
  const format = (value: number | string) => formatAmount(value, currency)
  return (
    <table className="t-account">
      <caption>
        <AccountName account={name} /> <span className="muted">{currency}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Journal</th>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ posting: { id, journal, amount }, side, balance }) => (
          <tr key={id}>
            <th scope="row">{journal}</th>
            <td>{side === 'debit' && format(amount.value)}</td>
            <td>{side === 'credit' && format(amount.value)}</td>
            <td>{format(toDecimal(balance))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
