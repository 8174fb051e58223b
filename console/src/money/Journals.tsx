import { Amount } from '../components/Amount.tsx'
import { Time } from '../components/Time.tsx'
import { CauseLink } from './CauseLink.tsx'
import { Movements } from './Movements.tsx'
import { journalsOf, type Posting } from './postings.ts'
import './money.css'

type Props = { readonly postings: readonly Posting[] }

/** The journals, newest first, each with its cause, its purpose and the accounts between which it moves money. */
export function Journals({ postings }: Props) {
  return (
    <ol className="journals">
      {journalsOf(postings)
        .toReversed()
        .map(({ id, name, reference, postedAt, purpose, postings }) => (
          <li className="journal" key={id}>
            <div>
              <p className="journal-title">
                <strong>{name}</strong> <CauseLink reference={reference} />
              </p>
              <p className="muted">{purpose}</p>
              <p className="muted">
                <Time at={postedAt} />
              </p>
            </div>
            <Movements
              amountOf={({ amount }) => (
                <CauseLink reference={reference}>
                  <Amount {...amount} />
                </CauseLink>
              )}
              postings={postings}
            />
          </li>
        ))}
    </ol>
  )
}
