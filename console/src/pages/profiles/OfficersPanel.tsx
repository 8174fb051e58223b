import type { BeneficialOwnerInput, DirectorInput } from '@godwit/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Disclosure } from '../../components/Disclosure.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Table } from '../../components/Table.tsx'
import { FieldsForm, type KeyHeader } from '../../forms/FieldsForm.tsx'
import { groupsOf, optional, textField } from '../../forms/fields.ts'
import type { Details, FormField } from '../../forms/form-values.ts'
import { useWorkspace } from '../../workspace.ts'

type Props = { readonly profileId: number }

// The service expects a list. The form sends a list of one officer, so the path of each field begins with the index 0.
const ENTRY_PREFIX = '0.'
const birth = textField(`${ENTRY_PREFIX}dateOfBirth`, 'Date of birth', { type: 'date' })
const country = textField(`${ENTRY_PREFIX}countryOfResidenceIso3Code`, 'Country (three letters)', {
  example: 'gbr',
})

const directorFields = [
  textField(`${ENTRY_PREFIX}firstName`, 'First name'),
  textField(`${ENTRY_PREFIX}lastName`, 'Last name'),
  birth,
  country,
]

const ownerFields = [
  textField(`${ENTRY_PREFIX}name`, 'Full name'),
  birth,
  country,
  textField(`${ENTRY_PREFIX}addressFirstLine`, 'Street and number'),
  textField(`${ENTRY_PREFIX}postCode`, 'Post code', optional),
  textField(`${ENTRY_PREFIX}ownershipPercentage`, 'Percentage', { ...optional, example: '25' }),
]

export function DirectorsPanel({ profileId }: Props) {
  const { officers } = useWorkspace().godwit
  const path = { profileId }
  return (
    <Officers
      addOfficers={(body, headers) =>
        officers.addDirectors({ path, headers, body: body as DirectorInput[] })
      }
      fields={directorFields}
      listOfficers={() => officers.listDirectors({ path })}
      profileId={profileId}
      replaceOfficers={(body) => officers.replaceDirectors({ path, body: body as DirectorInput[] })}
      title="Directors"
    />
  )
}

export function OwnersPanel({ profileId }: Props) {
  const { officers } = useWorkspace().godwit
  const path = { profileId }
  return (
    <Officers
      addOfficers={(body, headers) =>
        officers.addBeneficialOwners({ path, headers, body: body as BeneficialOwnerInput[] })
      }
      fields={ownerFields}
      listOfficers={() => officers.listBeneficialOwners({ path })}
      profileId={profileId}
      replaceOfficers={(body) =>
        officers.replaceBeneficialOwners({ path, body: body as BeneficialOwnerInput[] })
      }
      title="Owners"
    />
  )
}

type Officer = { readonly id: number | string }

type OfficersProps = Props & {
  readonly title: string
  readonly fields: readonly FormField[]
  readonly listOfficers: () => Promise<readonly Officer[]>
  readonly addOfficers: (body: readonly object[], headers: KeyHeader) => Promise<unknown>
  readonly replaceOfficers: (body: readonly object[]) => Promise<unknown>
}

/** The list of officers. An officer is removed by sending the list without the officer. */
function Officers(props: OfficersProps) {
  const { profileId, title, fields, listOfficers, addOfficers, replaceOfficers } = props
  const officers = useQuery({ queryKey: ['officers', title, profileId], queryFn: listOfficers })
  const [officerToRemove, setOfficerToRemove] = useState<Officer>()
  const close = () => {
    setOfficerToRemove(undefined)
    remove.reset()
  }
  const remove = useMutation({
    // The list is read again: otherwise officers whom another client has added since this page read it would be removed.
    mutationFn: async (officer: Officer) => {
      const others = (await listOfficers()).filter(({ id }) => id !== officer.id)
      await replaceOfficers(others.map(({ id: _, ...officerInput }) => officerInput))
    },
    onSuccess: close,
  })
  return (
    <Panel title={title}>
      <Loaded label={`Loading ${title.toLowerCase()}`} query={officers}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={`No ${title.toLowerCase()} yet`}>Add one below.</EmptyState>
          ) : (
            <Table
              caption={title}
              columns={[
                {
                  title: 'Person',
                  cell: (row: Officer) => <span className="long-text">{textOf(row, fields)}</span>,
                },
                {
                  title: 'Change',
                  cell: (row: Officer) => (
                    <Button onPress={() => setOfficerToRemove(row)}>Remove</Button>
                  ),
                },
              ]}
              rowKey={({ id }) => id}
              rows={rows}
            />
          )
        }
      </Loaded>
      {officerToRemove && (
        <ConfirmDialog
          error={remove.error}
          isPending={remove.isPending}
          label={`Remove from the ${title.toLowerCase()}`}
          onClose={close}
          onConfirm={() => remove.mutate(officerToRemove)}
        >
          {textOf(officerToRemove, fields)}
        </ConfirmDialog>
      )}
      <Disclosure title={`Add to the ${title.toLowerCase()}`}>
        <FieldsForm
          again="Add another"
          call={(details, headers) => addOfficers([(details['0'] ?? {}) as Details], headers)}
          done={() => <p>Added.</p>}
          groups={groupsOf(fields)}
          label="Add"
        />
      </Disclosure>
    </Panel>
  )
}

/** The values of the officer, in the order of the fields. */
function textOf(officer: Officer, fields: readonly FormField[]): string {
  const values = new Map<string, unknown>(Object.entries(officer))
  return fields.flatMap(({ key }) => values.get(key.replace(ENTRY_PREFIX, '')) ?? []).join(', ')
}
