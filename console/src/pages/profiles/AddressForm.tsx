import type { SaveAddressRequest } from '@godwit/sdk'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { groupsOf, optional, textField } from '../../forms/fields.ts'
import type { Values } from '../../forms/form-values.ts'
import { useWorkspace } from '../../workspace.ts'
import type { Address } from './addresses.ts'

// Refusals of the service name first line, city and country by these keys, which differ from the names in the request.
const groups = groupsOf([
  textField('addressFirstLine', 'Street and number'),
  textField('addressCity', 'City'),
  textField('postCode', 'Post code', optional),
  textField('state', 'State', optional),
  textField('addressCountryCode', 'Country (two letters)', { example: 'GB' }),
])

type Props = {
  readonly profileId: number
  /** The address to change; absent to add one. */
  readonly address?: Address
}

/** Adds an address to a profile, or changes one. */
export function AddressForm({ profileId, address }: Props) {
  const { godwit } = useWorkspace()
  return (
    <FieldsForm
      again={address ? 'Change it again' : 'Add another'}
      call={({ addressFirstLine, addressCity, addressCountryCode, ...more }) => {
        const details = {
          firstLine: addressFirstLine,
          city: addressCity,
          country: addressCountryCode,
          // The form does not have the occupations, which a request without them would delete.
          ...(address && { occupations: address.details.occupations }),
          ...more,
        } as SaveAddressRequest['details']
        const id = address && { id: address.id }
        return godwit.profiles.saveAddress({ body: { ...id, profile: profileId, details } })
      }}
      done={({ id }) => <p>{address ? `Changed address ${id}.` : `Added address ${id}.`}</p>}
      groups={groups}
      initial={address ? valuesOf(address) : {}}
      label={address ? 'Change the address' : 'Add the address'}
    />
  )
}

function valuesOf({ details }: Address): Values {
  const { firstLine, city, postCode, state, country } = details
  return {
    addressFirstLine: firstLine,
    addressCity: city,
    postCode: postCode ?? '',
    state: state ?? '',
    addressCountryCode: country,
  }
}
