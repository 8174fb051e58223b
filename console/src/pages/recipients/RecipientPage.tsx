import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Status } from '../../components/Status.tsx'
import { idInPath } from '../../id-in-path.ts'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { DeleteRecipient } from './DeleteRecipient.tsx'
import { RecipientType } from './RecipientType.tsx'

export function RecipientPage() {
  const { recipientId } = useParams({ strict: false }) as { recipientId: string }
  const { godwit } = useWorkspace()
  const recipient = useQuery({
    queryKey: ['recipient', recipientId],
    queryFn: () =>
      godwit.recipients.getRecipient({ path: { accountId: idInPath('recipient', recipientId) } }),
  })
  return (
    <div className="stack">
      <Link to="/recipients">All recipients</Link>
      <PageHeader title={recipient.data?.name.fullName ?? `Recipient ${recipientId}`} />
      <Loaded label="Loading the recipient" query={recipient}>
        {(found) => (
          <>
            <Panel title="Account">
              <Details
                rows={[
                  ['Id', found.id],
                  ['Name', found.name.fullName],
                  ['Currency', found.currency ?? 'any'],
                  ['Country', found.country],
                  ['Type', <RecipientType key="type" {...found} />],
                  ['Legal type', wordsOf(found.legalEntityType)],
                  ['Email', found.email],
                  ...found.displayFields.map(({ label, value }) => [label, value] as const),
                  ['Owned by the sender', found.ownedByCustomer ? 'yes' : 'no'],
                  [
                    'State',
                    <Status key="state" tone={found.active ? 'good' : 'neutral'}>
                      {found.active ? 'active' : 'deactivated'}
                    </Status>,
                  ],
                ]}
              />
            </Panel>
            {found.active && <DeleteRecipient id={found.id} name={found.name.fullName} />}
          </>
        )}
      </Loaded>
    </div>
  )
}
