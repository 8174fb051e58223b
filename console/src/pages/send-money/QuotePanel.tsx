import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { useWorkspace } from '../../workspace.ts'
import { balanceOptionOf, quoteRows } from './quote-rows.tsx'

type Props = { readonly quoteId: string; readonly onContinue: () => void }

/** The terms of the quote for a payment from the balance. */
export function QuotePanel({ quoteId, onContinue }: Props) {
  const { godwit, profile } = useWorkspace()
  const quote = useQuery({
    queryKey: ['quote', quoteId],
    queryFn: () => godwit.quotes.getQuote({ path: { profileId: profile.id, quoteId } }),
  })
  return (
    <Panel title="Quote">
      <Loaded label="Loading the quote" query={quote}>
        {(found) => (
          <>
            {found.notices.map(({ text, type }) => (
              <p key={text}>
                {type.toLowerCase()}: {text}
              </p>
            ))}
            <Details
              rows={[
                ...quoteRows(found),
                ['Rate is held until', <Time at={found.rateExpirationTime} key="until" />],
                ['Quote', <code key="id">{found.id}</code>],
                ['Cannot be paid from a balance', balanceOptionOf(found)?.disabledReason?.message],
              ]}
            />
            <div className="row">
              <Button kind="primary" onPress={onContinue}>
                Choose the recipient
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
