import type { Profile, VerificationOverview } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { Details } from '../../components/Details.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { wordsOf, wordsOfCamelCase } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { useAddresses } from './addresses.ts'
import { ChangeDetails } from './ChangeDetails.tsx'

type Props = {
  readonly profile: Profile
  readonly verification: VerificationOverview | undefined
}

/** The fields of a person or a business, and a button for the update window, in which a verified profile can be changed. */
export function DetailsPanel({ profile, verification }: Props) {
  const { godwit } = useWorkspace()
  const path = { profileId: profile.id }
  const { data: addresses } = useAddresses(profile.id)
  const isOpen = verification?.updateWindow === 'OPEN'
  const toggleWindow = useMutation({
    mutationFn: () =>
      isOpen
        ? godwit.profiles.closeUpdateWindow({ path })
        : godwit.profiles.openUpdateWindow({ path }),
  })
  return (
    <Panel title="Details">
      <Details
        rows={[
          ['Id', profile.id],
          ['Public id', <code key="public">{profile.publicId}</code>],
          ['Type', wordsOf(profile.type)],
          ...Object.entries(profile.details).flatMap(([name, value]) =>
            typeof value === 'string' ? [[wordsOfCamelCase(name), value] as const] : [],
          ),
          ['Email', profile.contactDetails.email],
          ['Changed', <Time at={profile.updatedAt} key="changed" />],
        ]}
      />
      {verification && (
        <div className="row">
          <Button isPending={toggleWindow.isPending} onPress={() => toggleWindow.mutate()}>
            {isOpen ? 'Close the update window' : 'Open the update window'}
          </Button>
          <span className="muted">
            The details of a verified profile can be changed only while this window is open.
          </span>
        </div>
      )}
      {toggleWindow.error && <ErrorNotice error={toggleWindow.error} />}
      {addresses && <ChangeDetails addresses={addresses} profile={profile} />}
    </Panel>
  )
}
