import type { Profile, UpdateProfileRequest } from '@godwit/sdk'
import { useState } from 'react'
import { Disclosure } from '../../components/Disclosure.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { choiceField, groupsOf, optional } from '../../forms/fields.ts'
import { profileFields, typeOf, valuesOf } from '../../profiles/details-fields.ts'
import { useWorkspace } from '../../workspace.ts'
import { type Address, addressText } from './addresses.ts'

type Props = { readonly profile: Profile; readonly addresses: readonly Address[] }

/** The form that replaces the details of a person or of a business, and chooses the primary address. */
export function ChangeDetails({ profile, addresses }: Props) {
  const { godwit } = useWorkspace()
  const stored = valuesOf(profile)
  const [values, setValues] = useState(stored)
  const type = typeOf(profile)
  const fields = profileFields(type, values)
  const primary = {
    ...choiceField('primaryAddress', 'Primary address', [], optional),
    valuesAllowed: addresses.map((each) => ({ key: String(each.id), name: addressText(each) })),
  }
  // The service keeps the stored value of some fields that a request omits. Blank text deletes the value.
  const blank = Object.fromEntries(fields.map(({ key }) => [key, '']))
  return (
    <Disclosure title="Change the details">
      <FieldsForm
        again="Change them again"
        call={({ primaryAddress, ...details }) =>
          godwit.profiles.updateProfile({
            body: {
              id: profile.id,
              type,
              details: {
                ...blank,
                ...details,
                ...(primaryAddress && { primaryAddress: Number(primaryAddress) }),
              },
              // The form has the fields of `type`, which the types of the form do not show.
            } as UpdateProfileRequest,
          })
        }
        done={() => <p>Saved the details.</p>}
        groups={groupsOf([...fields, ...(addresses.length > 0 ? [primary] : [])])}
        initial={stored}
        label="Save the details"
        onRefresh={setValues}
      />
    </Disclosure>
  )
}
