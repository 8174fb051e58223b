import type { CreateProfileRequest, Godwit, ProfileV1 } from '@godwit/sdk'
import { type ReactNode, useState } from 'react'
import { FieldsForm } from '../forms/FieldsForm.tsx'
import { choiceField, groupsOf } from '../forms/fields.ts'
import type { Values } from '../forms/form-values.ts'
import { type ProfileType, profileFields } from './details-fields.ts'

const typeField = choiceField('type', 'Type', ['business', 'personal'], {
  refreshRequirementsOnChange: true,
})

type Props = {
  readonly godwit: Godwit
  readonly initialType: ProfileType
  readonly done: (created: ProfileV1) => ReactNode
}

/**
 * Creates a personal or a business profile. The fields depend on the type. A user has at most one personal profile, and the service
 * refuses a second one.
 */
export function CreateProfile({ godwit, initialType, done }: Props) {
  const [values, setValues] = useState<Values>({ type: initialType })
  const { type = '', businessCategory = '' } = values
  return (
    <FieldsForm
      again="Create another"
      // The operation accepts no idempotency key, so pressing again after a lost reply can create a second business.
      call={({ type: chosen = '', ...details }) =>
        godwit.profiles.createProfile({ body: { type: chosen, details } as CreateProfileRequest })
      }
      done={done}
      groups={groupsOf([typeField, ...(type ? profileFields(type as ProfileType, values) : [])])}
      // "Create another" resets the form to these values. They keep the chosen type and category, on which the fields depend.
      initial={{ type, businessCategory }}
      label="Create the profile"
      onRefresh={setValues}
    />
  )
}
