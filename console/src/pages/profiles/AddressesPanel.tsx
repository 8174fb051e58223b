import type { Godwit, SaveAddressRequest } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Disclosure } from '../../components/Disclosure.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { groupsOf, optional, textField } from '../../forms/fields.ts'
import { useWorkspace } from '../../workspace.ts'

type Address = Awaited<ReturnType<Godwit['profiles']['listAddresses']>>[number]

const columns: readonly Column<Address>[] = [
  { title: 'Id', cell: ({ id }) => id },
  {
    title: 'Address',
    cell: ({ details: { firstLine, postCode, city, state, country } }) => (
      <span className="profiles-text">
        {[firstLine, postCode, city, state, country].filter(Boolean).join(', ')}
      </span>
    ),
  },
]

// Three keys are the names that the service uses in refusals.
const groups = groupsOf([
  textField('addressFirstLine', 'Street and number'),
  textField('addressCity', 'City'),
  textField('postCode', 'Post code', optional),
  textField('state', 'State', optional),
  textField('addressCountryCode', 'Country (two letters)', { example: 'GB' }),
])

export function AddressesPanel({ profileId }: { readonly profileId: number }) {
  const { godwit } = useWorkspace()
  const addresses = useQuery({
    queryKey: ['addresses', profileId],
    queryFn: () => godwit.profiles.listAddresses({ query: { profile: profileId } }),
  })
  return (
    <Panel title="Addresses">
      <Loaded label="Loading addresses" query={addresses}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No address yet">Add one below.</EmptyState>
          ) : (
            <Table caption="Addresses" columns={columns} rowKey={({ id }) => id} rows={list} />
          )
        }
      </Loaded>
      <Disclosure title="Add an address">
        <FieldsForm
          again="Add another"
          call={({
            addressFirstLine: firstLine,
            addressCity: city,
            addressCountryCode: country,
            ...more
          }) => {
            const details = { firstLine, city, country, ...more } as SaveAddressRequest['details']
            return godwit.profiles.saveAddress({ body: { profile: profileId, details } })
          }}
          done={({ id }) => <p>Added address {id}.</p>}
          groups={groups}
          label="Add the address"
        />
      </Disclosure>
    </Panel>
  )
}
