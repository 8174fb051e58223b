import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useWorkspace } from '../../workspace.ts'

const SHOWN_MAX = 20

type Props = {
  readonly currency: string
  readonly isPending: boolean
  readonly onChoose: (id: number) => void
}

/** The newest recipients that can be paid in a currency. */
export function ExistingRecipients({ currency, isPending, onChoose }: Props) {
  const { godwit, profile } = useWorkspace()
  const recipients = useQuery({
    queryKey: ['recipients', profile.id, currency],
    queryFn: () =>
      godwit.recipients.listRecipients({
        query: { profileId: profile.id, currency, size: SHOWN_MAX, sort: 'id,desc' },
      }),
  })
  return (
    <Loaded label="Loading recipients" query={recipients}>
      {({ content }) =>
        content.length === 0 ? (
          <EmptyState title={`This profile has no recipient in ${currency}`}>
            Add one with the form below.
          </EmptyState>
        ) : (
          <ul className="send-recipients">
            {content.map(({ id, name, accountSummary }) => (
              <li key={id}>
                <span>
                  <strong>{name.fullName}</strong>{' '}
                  <span className="muted">
                    {accountSummary} · {id}
                  </span>
                </span>
                <Button
                  aria-label={`Choose ${name.fullName} ${accountSummary}`}
                  isPending={isPending}
                  onPress={() => onChoose(id)}
                >
                  Choose
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
