// The endpoints of addresses.

import Type from 'typebox'
import { profileIds } from '../../kernel/caller.ts'
import { reads, writes } from '../../kernel/endpoint.ts'
import { refuse } from '../../kernel/refusal.ts'
import { idIn } from '../../kernel/wire.ts'
import {
  AddressNotFound,
  AddressProfileNotFound,
  FieldInvalid,
  FieldMissing,
  FieldNotAllowed,
  UpdateWindowClosed,
} from '../errors.ts'
import { listOwnAddresses } from './list-addresses.ts'
import * as addresses from './save-address.ts'
import { AddressBody, AddressesOut, AddressOut, AddressQuery, showAddress } from './schemas.ts'
import { findAddress } from './store.ts'

const addressErrors = [FieldMissing, FieldInvalid, FieldNotAllowed]

export const saveAddress = writes(
  {
    id: 'profiles.save-address',
    operationId: 'saveAddress',
    route: 'POST /v1/addresses',
    summary: 'Add an address to a profile, or change one of its addresses.',
    spec: 'Facts 8.3',
    access: { token: 'user' },
    body: AddressBody,
    reply: AddressOut,
    onRepeat: 'another',
    errors: [AddressProfileNotFound, AddressNotFound, ...addressErrors, UpdateWindowClosed],
  },
  async (tx, { body, caller, now }) =>
    showAddress(await addresses.saveAddress(tx, body, caller, now)),
)

export const listAddresses = reads(
  {
    id: 'profiles.list-addresses',
    operationId: 'listAddresses',
    route: 'GET /v1/addresses',
    summary: 'List the addresses of a profile, ascending by id.',
    spec: 'Facts 8.3',
    access: { token: 'user' },
    query: AddressQuery,
    reply: AddressesOut,
    errors: [AddressProfileNotFound],
  },
  async (db, { query, caller }) =>
    (await listOwnAddresses(db, caller, query.profile)).map(showAddress),
)

export const getAddress = reads(
  {
    id: 'profiles.get-address',
    operationId: 'getAddress',
    route: 'GET /v1/addresses/{addressId}',
    summary: 'Get an address.',
    spec: 'Facts 8.3',
    access: { token: 'user' },
    params: Type.Object({ addressId: idIn('address') }),
    reply: AddressOut,
    errors: [AddressNotFound],
  },
  async (db, { params: { addressId }, caller }) => {
    const address = await findAddress(db, profileIds(caller), addressId)
    return showAddress(address ?? refuse(AddressNotFound, { arguments: [addressId] }))
  },
)
