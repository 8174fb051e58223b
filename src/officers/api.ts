// The endpoints of directors and beneficial owners.

import { reads, writes } from '../kernel/endpoint.ts'
import { UpdateWindowClosed } from '../profiles/index.ts'
import {
  addOfficers,
  directorList,
  listOfficers,
  ownerList,
  replaceOfficers,
} from './change-list.ts'
import { BusinessRequired, OfficerNotValid, OwnershipExceeded, TooManyOfficers } from './errors.ts'
import {
  AllDirectors,
  AllOwners,
  BusinessParams,
  Directors,
  NewDirectors,
  NewOwners,
  Owners,
  ownersOf,
  showDirectors,
  showOwners,
} from './schemas.ts'

const access = { token: 'user', owns: 'profileId' } as const
const directorErrors = [BusinessRequired, OfficerNotValid, UpdateWindowClosed]
const ownerErrors = [...directorErrors, OwnershipExceeded]

export const addDirectors = writes(
  {
    id: 'officers.add-directors',
    operationId: 'addDirectors',
    route: 'POST /v1/profiles/{profileId}/directors',
    summary: 'Add directors to a business. The reply is the whole list.',
    spec: 'B 4.2, D45',
    access,
    params: BusinessParams,
    body: NewDirectors,
    reply: Directors,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [...directorErrors, TooManyOfficers],
  },
  async (tx, { params: { profileId }, body, now, random }) =>
    showDirectors(await addOfficers(tx, directorList, { profileId, sent: body, now, random })),
)

export const listDirectors = reads(
  {
    id: 'officers.list-directors',
    operationId: 'listDirectors',
    route: 'GET /v1/profiles/{profileId}/directors',
    summary: 'List the directors of a business, ascending by id.',
    spec: 'B 4.2',
    access,
    params: BusinessParams,
    reply: Directors,
    errors: [BusinessRequired],
  },
  async (db, { params: { profileId } }) =>
    showDirectors(await listOfficers(db, directorList, profileId)),
)

export const replaceDirectors = writes(
  {
    id: 'officers.replace-directors',
    operationId: 'replaceDirectors',
    route: 'PUT /v1/profiles/{profileId}/directors',
    summary: 'Replace all directors of a business. The directors get new ids.',
    spec: 'B 4.2, D45',
    access,
    params: BusinessParams,
    body: AllDirectors,
    reply: Directors,
    onRepeat: 'another',
    errors: directorErrors,
  },
  async (tx, { params: { profileId }, body, now, random }) =>
    showDirectors(await replaceOfficers(tx, directorList, { profileId, sent: body, now, random })),
)

export const addOwners = writes(
  {
    id: 'officers.add-owners',
    operationId: 'addBeneficialOwners',
    route: 'POST /v1/profiles/{profileId}/ubos',
    summary: 'Add beneficial owners to a business. The reply is the whole list.',
    spec: 'B 4.2, D45',
    access,
    params: BusinessParams,
    body: NewOwners,
    reply: Owners,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [...ownerErrors, TooManyOfficers],
  },
  async (tx, { params: { profileId }, body, now, random }) =>
    showOwners(await addOfficers(tx, ownerList, { profileId, sent: ownersOf(body), now, random })),
)

export const listOwners = reads(
  {
    id: 'officers.list-owners',
    operationId: 'listBeneficialOwners',
    route: 'GET /v1/profiles/{profileId}/ubos',
    summary: 'List the beneficial owners of a business, in the order in which they were added.',
    spec: 'B 4.2',
    access,
    params: BusinessParams,
    reply: Owners,
    errors: [BusinessRequired],
  },
  async (db, { params: { profileId } }) => showOwners(await listOfficers(db, ownerList, profileId)),
)

export const replaceOwners = writes(
  {
    id: 'officers.replace-owners',
    operationId: 'replaceBeneficialOwners',
    route: 'PUT /v1/profiles/{profileId}/ubos',
    summary: 'Replace all beneficial owners of a business. The owners get new ids.',
    spec: 'B 4.2, D45',
    access,
    params: BusinessParams,
    body: AllOwners,
    reply: Owners,
    onRepeat: 'another',
    errors: ownerErrors,
  },
  async (tx, { params: { profileId }, body, now, random }) =>
    showOwners(
      await replaceOfficers(tx, ownerList, { profileId, sent: ownersOf(body), now, random }),
    ),
)
