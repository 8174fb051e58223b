import { Amount } from '../components/Amount.tsx'
import { Time } from '../components/Time.tsx'
import { AccountName } from './AccountName.tsx'
import { type Journal, journalsOf, type Posting } from './postings.ts'
import './money.css'

type Props = { readonly postings: readonly Posting[] }

/** Each journal with its purpose and what it moves from where to where, oldest first. */
export function Journals({ postings }: Props) {
  return (
    <ol className="journals">
      {journalsOf(postings).map((journal) => (
        <li key={journal.id}>
          <p className="row">
            <strong>{journal.name}</strong>
            <span className="muted">
              <Time at={journal.postedAt} />
            </span>
          </p>
          <p className="muted">{journal.purpose}</p>
          <Movements journal={journal} />
        </li>
      ))}
    </ol>
  )
}

/** The postings of one journal. */
export function Movements({ journal }: { readonly journal: Journal }) {
  return (
    <ul className="movements">
      {journal.postings.map(({ id, from, to, amount }) => (
        <li key={id}>
          <span>
            <AccountName account={from} /> <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span> <AccountName account={to} />
          </span>
          <Amount currency={amount.currency} value={amount.value} />
        </li>
      ))}
    </ul>
  )
}
