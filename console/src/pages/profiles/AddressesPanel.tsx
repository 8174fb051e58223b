import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Disclosure } from '../../components/Disclosure.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { AddressForm } from './AddressForm.tsx'
import { type Address, addressText, useAddresses } from './addresses.ts'

type Props = {
  readonly profileId: number
  readonly primaryId: number | null | undefined
}

export function AddressesPanel({ profileId, primaryId }: Props) {
  const addresses = useAddresses(profileId)
  const [editedAddress, setEditedAddress] = useState<Address>()
  const columns: readonly Column<Address>[] = [
    { title: 'Id', cell: ({ id }) => id },
    {
      title: 'Address',
      cell: (address) => <span className="long-text">{addressText(address)}</span>,
    },
    { title: 'Use', cell: ({ id }) => id === primaryId && 'primary' },
    {
      title: 'Change',
      cell: (address) => (
        <Button onPress={() => setEditedAddress(address)}>
          Change <span className="visually-hidden">address {address.id}</span>
        </Button>
      ),
    },
  ]
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
        <AddressForm profileId={profileId} />
      </Disclosure>
      {editedAddress && (
        <Dialog
          isOpen
          onOpenChange={() => setEditedAddress(undefined)}
          title={`Change address ${editedAddress.id}`}
        >
          <AddressForm address={editedAddress} profileId={profileId} />
        </Dialog>
      )}
    </Panel>
  )
}
