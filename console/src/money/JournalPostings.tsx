import type { ReactNode } from 'react'
import { Amount } from '../components/Amount.tsx'
import { AccountName } from './AccountName.tsx'
import { toDecimal } from './decimal.ts'
import { accountsOf, type Posting, sumsOf } from './postings.ts'
import './money.css'

type Props = {
  readonly postings: readonly Posting[]
  /** Shows the amount in another way, such as with a link. */
  readonly amountOf?: (posting: Posting) => ReactNode
}

/** The postings of one journal, each with its two accounts and its amount, then the sum of credits less debits, which is zero. */
export function JournalPostings({ postings, amountOf }: Props) {
  return (
    <ul className="journal-postings">
      {postings.map((posting) => (
        <li key={posting.id}>
          <span>
            <AccountName account={posting.from} /> <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span> <AccountName account={posting.to} />
          </span>
          {amountOf?.(posting) ?? <Amount {...posting.amount} />}
        </li>
      ))}
      <li className="muted">
        <span>Sum of credits less debits</span>
        <span className="journal-postings-sums">
          {sumsOf(accountsOf(postings)).map(([currency, sum]) => (
            <Amount currency={currency} key={currency} value={toDecimal(sum)} />
          ))}
        </span>
      </li>
    </ul>
  )
}
