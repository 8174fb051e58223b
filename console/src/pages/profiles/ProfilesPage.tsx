import type { Profile } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Button } from '../../components/Button.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { CreateProfile } from '../../profiles/CreateProfile.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

/** The profiles of the user, which `Connect` loads before any page is shown. */
export function ProfilesPage() {
  const { godwit, profile, profiles, chooseProfile } = useWorkspace()
  const columns: readonly Column<Profile>[] = [
    {
      title: 'Name',
      cell: ({ id, fullName }) => (
        <Link className="long-text" to={`/profiles/${id}`}>
          {fullName}
        </Link>
      ),
    },
    { title: 'Type', cell: ({ type }) => wordsOf(type) },
    { title: 'Id', align: 'end', cell: ({ id }) => id },
    { title: 'Email', cell: ({ email }) => email },
    { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: 'Shown on all pages',
      cell: ({ id, fullName }) =>
        id === profile.id ? (
          'yes'
        ) : (
          <Button onPress={() => chooseProfile(id)}>
            Show <span className="visually-hidden">{fullName} on all pages</span>
          </Button>
        ),
    },
  ]
  return (
    <div className="stack">
      <PageHeader
        description="The person and the businesses that the user acts for, and their verification."
        title="Profiles"
      />
      <Panel title="Profiles of the user">
        <Table caption="Profiles" columns={columns} rowKey={({ id }) => id} rows={profiles} />
      </Panel>
      <Panel title="Create a profile">
        <CreateProfile
          done={({ id }) => (
            <p>
              Created <Link to={`/profiles/${id}`}>profile {id}</Link>. Add an address and verify
              the profile there.
            </p>
          )}
          godwit={godwit}
          initialType="business"
        />
      </Panel>
    </div>
  )
}
