import type { AccountDetails } from '@godwit/sdk'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Panel } from '../../components/Panel.tsx'
import { DetailsState } from './DetailsState.tsx'
import './bank-details.css'

/** The fields that a payer needs. Each field of issued bank details has a button that copies the field; an example has no button. */
export function DetailsPanel({ details }: { readonly details: AccountDetails }) {
  const { id, receiveOptions } = details
  return (
    <Panel
      action={<DetailsState {...details} />}
      title={id === null ? 'Example' : `Bank details ${id}`}
    >
      {id === null && (
        <p className="muted">Most characters are hidden until you order bank details.</p>
      )}
      {receiveOptions.map(({ type, title, description, details: rows, shareText }) => (
        <section className="bank-details-option" key={type}>
          <h3>{title}</h3>
          <p className="muted">{description.body}</p>
          <dl className="details">
            {rows.map((row) => (
              <div className="bank-details-row" key={row.type}>
                <dt className="muted">{row.title}</dt>
                <dd>
                  <span>{row.body}</span>
                  {id !== null && <CopyButton name={row.title} text={row.body} />}
                </dd>
                {row.description && <dd className="muted">{row.description.body}</dd>}
              </div>
            ))}
          </dl>
          {id !== null && (
            <p className="bank-details-all">
              All fields, to send to the payer <CopyButton name="all fields" text={shareText} />
            </p>
          )}
        </section>
      ))}
    </Panel>
  )
}
