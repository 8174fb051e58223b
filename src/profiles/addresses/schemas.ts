// Request and reply shapes of single addresses (Facts 8.3).

import Type, { type Static } from 'typebox'
import { idOut } from '../../kernel/ids.ts'
import { idIn, input, nullable, oneOf, optionalText, text } from '../../kernel/wire.ts'
import { ADDRESS_OCCUPATIONS } from '../rules/address.ts'
import type { AddressRow } from './store.ts'

// Which fields are required depends on the country and on the type of the profile. `saveAddress` checks the fields and
// refuses with all violations together.
export const AddressBody = input(
  {
    id: Type.Optional(idIn('address', 'The address to change; absent for a new one')),
    profile: idIn('profile', 'The profile of the address'),
    details: input(
      {
        country: optionalText('ISO 3166-1 alpha-2; required', 'GB'),
        firstLine: optionalText('Street and number; required', '1 High Street'),
        city: optionalText('City or town; required', 'London'),
        postCode: optionalText('Post code', 'SW1A 1AA'),
        state: optionalText('The code of the state; required in US, CA, AU and BR', 'CA'),
        occupations: Type.Optional(
          Type.Array(
            input({
              code: Type.String({
                minLength: 1,
                maxLength: ADDRESS_OCCUPATIONS.charactersMax,
                description: 'The name of the occupation, as any text',
                examples: ['Software Engineer'],
              }),
              format: Type.Optional(oneOf(['FREE_FORM'], 'Always FREE_FORM')),
            }),
            {
              description: `The occupations of the person; at most ${ADDRESS_OCCUPATIONS.entriesMax}. Required of a person in US, CA or JP whose profile has no occupation.`,
              maxItems: ADDRESS_OCCUPATIONS.entriesMax,
            },
          ),
        ),
      },
      { description: 'The fields of the address' },
    ),
  },
  {
    title: 'SaveAddressRequest',
    examples: [
      {
        profile: 1,
        details: {
          country: 'GB',
          firstLine: '1 High Street',
          city: 'London',
          postCode: 'SW1A 1AA',
        },
      },
    ],
  },
)
export type AddressBody = Static<typeof AddressBody>

export const AddressQuery = input({
  profile: Type.Optional(
    idIn('profile', 'List the addresses of this profile; by default, of your personal profile'),
  ),
})

export const AddressOut = Type.Object(
  {
    id: idOut('address'),
    profile: idOut('profile'),
    details: Type.Object(
      {
        country: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['GB'] }),
        firstLine: Type.String({ description: 'Street and number', examples: ['1 High Street'] }),
        postCode: nullable(text('Post code; null when the address has none', 'SW1A 1AA')),
        city: Type.String({ description: 'City', examples: ['London'] }),
        state: nullable(
          text(
            'A state code in US, CA, AU and BR, otherwise the state as it was sent; null when the address has none',
            'NY',
          ),
        ),
        occupations: Type.Array(
          Type.Object({
            code: Type.String({
              description: 'The name of the occupation',
              examples: ['Software Engineer'],
            }),
            format: Type.String({ description: 'Always FREE_FORM', examples: ['FREE_FORM'] }),
          }),
          { description: 'The occupations of the person' },
        ),
      },
      { description: 'The fields of the address' },
    ),
  },
  { title: 'Address' },
)

export const AddressesOut = Type.Array(AddressOut, { title: 'AddressList' })

export function showAddress({ id, profileId, details }: AddressRow): Static<typeof AddressOut> {
  const { country, firstLine, city, postCode = null, state = null, occupations = [] } = details
  return {
    id,
    profile: profileId,
    details: { country, firstLine, postCode, city, state, occupations },
  }
}
