import { Amount } from '../components/Amount.tsx'
import { Time } from '../components/Time.tsx'
import { CauseLink } from './CauseLink.tsx'
import { JournalPostings } from './JournalPostings.tsx'
import { anchorOf, useJournalAnchor } from './journal-anchor.ts'
import { type Journal, journalsOf, type Posting } from './postings.ts'
import './money.css'

type Props = { readonly postings: readonly Posting[] }

/** The journals, newest first, each with its cause, its purpose and the accounts between which it moves money. */
export function Journals({ postings }: Props) {
  return (
    <ol className="journals">
      {journalsOf(postings)
        .toReversed()
        .map((journal) => (
          <JournalItem journal={journal} key={journal.id} />
        ))}
    </ol>
  )
}

function JournalItem({ journal }: { readonly journal: Journal }) {
  const { id, name, reference, postedAt, purpose, postings } = journal
  const element = useJournalAnchor<HTMLLIElement>(id)
  return (
    <li className="journal" id={anchorOf(id)} ref={element}>
      <div>
        <p className="journal-title">
          <strong>{name}</strong> <CauseLink journalId={id} reference={reference} />
        </p>
        <p className="muted">{purpose}</p>
        <p className="muted">
          <Time at={postedAt} hasSeconds />
        </p>
      </div>
      <JournalPostings
        amountOf={({ amount }) => (
          <CauseLink journalId={id} reference={reference}>
            <Amount {...amount} />
          </CauseLink>
        )}
        postings={postings}
      />
    </li>
  )
}
