import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { idInPath } from '../../id-in-path.ts'
import { typeOf } from '../../profiles/details-fields.ts'
import { useWorkspace } from '../../workspace.ts'
import { AddressesPanel } from './AddressesPanel.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { DocumentsPanel } from './DocumentsPanel.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'
import { ExtensionsPanel } from './ExtensionsPanel.tsx'
import { DirectorsPanel, OwnersPanel } from './OfficersPanel.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'
import './profiles.css'

export function ProfilePage() {
  const { profileId } = useParams({ strict: false }) as { profileId: string }
  const { godwit } = useWorkspace()
  const profile = useQuery({
    queryKey: ['profile', profileId],
    queryFn: () =>
      godwit.profiles.getProfile({ path: { profileId: idInPath('profile', profileId) } }),
  })
  const verification = useQuery({
    queryKey: ['verification', profileId],
    queryFn: () =>
      godwit.verification.getVerificationOverview({
        path: { profileId: idInPath('profile', profileId) },
      }),
  })
  return (
    <div className="stack">
      <Link to="/profiles">All profiles</Link>
      <PageHeader title={profile.data?.fullName ?? `Profile ${profileId}`} />
      <Loaded label="Loading the profile" query={profile}>
        {(found) => {
          const isPerson = typeOf(found) === 'personal'
          return (
            <div className="columns" key={found.id}>
              <div className="stack profiles-column">
                <DetailsPanel profile={found} verification={verification.data} />
                <AddressesPanel primaryId={found.details.primaryAddress} profileId={found.id} />
                {isPerson && <ExtensionsPanel profileId={found.id} />}
                {!isPerson && <DirectorsPanel profileId={found.id} />}
                {!isPerson && <OwnersPanel profileId={found.id} />}
              </div>
              <div className="stack profiles-column">
                <Loaded label="Loading the verification" query={verification}>
                  {(overview) => (
                    <>
                      <VerificationPanel overview={overview} />
                      {isPerson && <DocumentsPanel overview={overview} />}
                      <EvidencePanel isPerson={isPerson} overview={overview} />
                    </>
                  )}
                </Loaded>
              </div>
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}
