// The endpoints of profiles and of the user object, which shows the personal profile.

import Type from 'typebox'
import type { Reader } from '../kernel/database/db.ts'
import { reads, writes } from '../kernel/endpoint.ts'
import { type Id, idOut } from '../kernel/ids.ts'
import { idIn, oneOf } from '../kernel/wire.ts'
import { findUser, showUser, User, type UserRow } from '../users/index.ts'
import * as creation from './create-profile.ts'
import {
  businessFieldsMissing,
  DetailsMissing,
  FieldInvalid,
  FieldMissing,
  FieldNotAllowed,
  FieldTooSmall,
  FieldUnexpected,
  PersonalRequired,
  ProfileDuplicate,
  ProfileNotFound,
  ProfileTypeInvalid,
  TypeIsFixed,
  UpdateWindowClosed,
} from './errors.ts'
import { moveUpdateWindow } from './move-update-window.ts'
import { NewBusiness, ProfileBody, ProfileChange, ProfileParams } from './schemas.ts'
import { ProfilesV1, ProfileV1, showV1 } from './show-profile.ts'
import { ProfilesV2, ProfileV2, showV2 } from './show-profile-v2.ts'
import { showUserDetails } from './show-user-details.ts'
import { updateWindowStates } from './states.ts'
import * as store from './store.ts'
import * as changes from './update-profile.ts'
import { withdrawVerification } from './verify-profiles.ts'

export * from './addresses/api.ts'
export * from './extensions/api.ts'

const detailsErrors = [FieldMissing, FieldInvalid, FieldTooSmall, FieldNotAllowed]

export const createProfile = writes(
  {
    id: 'profiles.create',
    operationId: 'createProfile',
    route: 'POST /v1/profiles',
    changesCaller: true,
    summary:
      'Create a personal profile, or a business profile for a user who has a personal profile.',
    spec: 'B 4.1, D35',
    access: { token: 'user' },
    body: ProfileBody,
    reply: ProfileV1,
    onRepeat: 'another',
    errors: [
      ProfileTypeInvalid,
      DetailsMissing,
      ...detailsErrors,
      PersonalRequired,
      ProfileDuplicate,
    ],
  },
  async (tx, { body, ...context }) => showV1(await creation.createProfile(tx, body, context)),
)

export const createBusinessProfile = writes(
  {
    id: 'profiles.create-business',
    operationId: 'createBusinessProfile',
    route: 'POST /v2/profiles/business-profile',
    changesCaller: true,
    summary: 'Create a business profile with its addresses.',
    spec: 'B 4.1, D35',
    access: { token: 'user' },
    body: NewBusiness,
    reply: ProfileV2,
    onRepeat: 'another',
    errors: [
      ...businessFieldsMissing,
      FieldInvalid,
      FieldUnexpected,
      FieldNotAllowed,
      PersonalRequired,
    ],
  },
  async (tx, { body, ...context }) => {
    const profile = await creation.createBusinessProfile(tx, body, context)
    return showV2(profile, await userOf(tx, profile.userId))
  },
)

export const updateProfile = writes(
  {
    id: 'profiles.update',
    operationId: 'updateProfile',
    route: 'PUT /v1/profiles',
    summary:
      'Replace the details of a profile. avatar, occupation, occupations, descriptionOfBusiness and primaryAddress stay when they are absent.',
    spec: 'B 4.1, D35',
    access: { token: 'user' },
    body: ProfileChange,
    reply: ProfileV1,
    onRepeat: 'same',
    errors: [
      ProfileTypeInvalid,
      DetailsMissing,
      ProfileNotFound,
      TypeIsFixed,
      ...detailsErrors,
      FieldUnexpected,
      UpdateWindowClosed,
      ProfileDuplicate,
    ],
  },
  async (tx, { body, caller, now }) => showV1(await changes.updateProfile(tx, body, caller, now)),
)

export const listProfilesV1 = reads(
  {
    id: 'profiles.list',
    operationId: 'listProfilesV1',
    route: 'GET /v1/profiles',
    summary: "List the user's profiles.",
    spec: 'Facts 9.1',
    access: { token: 'user' },
    reply: ProfilesV1,
    errors: [],
  },
  async (db, { caller: { userId } }) => (await store.listProfiles(db, userId)).map(showV1),
)

export const listProfiles = reads(
  {
    id: 'profiles.list-flat',
    operationId: 'listProfiles',
    route: 'GET /v2/profiles',
    summary: "List the user's profiles, with flat fields in addition to the details.",
    spec: 'B 4.1, D35',
    access: { token: 'user' },
    reply: ProfilesV2,
    errors: [],
  },
  async (db, { caller: { userId } }) => {
    const user = await userOf(db, userId)
    return (await store.listProfiles(db, userId)).map((profile) => showV2(profile, user))
  },
)

export const getProfileV1 = reads(
  {
    id: 'profiles.get',
    operationId: 'getProfileV1',
    route: 'GET /v1/profiles/{profileId}',
    summary: 'Get a profile.',
    spec: 'B 4.1',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    reply: ProfileV1,
    errors: [],
  },
  async (db, { params: { profileId } }) => showV1(await store.getProfile(db, profileId)),
)

export const getProfile = reads(
  {
    id: 'profiles.get-flat',
    operationId: 'getProfile',
    route: 'GET /v2/profiles/{profileId}',
    summary: 'Get a profile, with flat fields in addition to the details.',
    spec: 'B 4.1, D35',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    reply: ProfileV2,
    errors: [],
  },
  async (db, { params: { profileId }, caller: { userId } }) =>
    showV2(await store.getProfile(db, profileId), await userOf(db, userId)),
)

const UpdateWindowOut = Type.Object(
  {
    profileId: idOut('profile'),
    updateWindow: oneOf(
      updateWindowStates.states,
      'While OPEN, the details, extensions, addresses, identity documents, directors and owners of a verified profile can be changed',
    ),
  },
  { title: 'UpdateWindow' },
)

export const openUpdateWindow = writes(
  {
    id: 'profiles.open-update-window',
    operationId: 'openUpdateWindow',
    route: 'POST /v1/profiles/{profileId}/update-window',
    summary:
      'Allow changes to the details, extensions, addresses, identity documents, directors and owners of a verified profile.',
    spec: 'B 3, B 4.1',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    reply: UpdateWindowOut,
    onRepeat: 'same',
    errors: [],
  },
  async (tx, { params: { profileId } }) => ({
    profileId,
    updateWindow: await moveUpdateWindow(tx, profileId, 'open'),
  }),
)

export const closeUpdateWindow = writes(
  {
    id: 'profiles.close-update-window',
    operationId: 'closeUpdateWindow',
    route: 'DELETE /v1/profiles/{profileId}/update-window',
    summary:
      'Forbid changes to the details, extensions, addresses, identity documents, directors and owners of a verified profile.',
    spec: 'B 3, B 4.1',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    reply: UpdateWindowOut,
    onRepeat: 'same',
    errors: [],
  },
  async (tx, { params: { profileId } }) => ({
    profileId,
    updateWindow: await moveUpdateWindow(tx, profileId, 'close'),
  }),
)

export const deleteTrustedVerification = writes(
  {
    id: 'profiles.delete-trusted-verification',
    operationId: 'deleteTrustedVerification',
    route: 'DELETE /v3/profiles/{profileId}/trusted-verification',
    summary:
      'End the verification that a trusted application gave a profile by creating it. A verification by the service stays.',
    spec: 'B 4.1, D41',
    access: { token: 'client', owns: 'profileId' },
    params: ProfileParams,
    status: 204,
    reply: Type.Null(),
    onRepeat: 'same',
    errors: [],
  },
  async (tx, { params: { profileId }, now }) => {
    await withdrawVerification(tx, profileId, now)
    return null
  },
)

export const getCurrentUser = reads(
  {
    id: 'profiles.me',
    operationId: 'getCurrentUser',
    route: 'GET /v1/me',
    summary: 'Get the user of the token.',
    spec: 'B 4.3',
    access: { token: 'user' },
    reply: User,
    errors: [],
  },
  async (db, { caller: { userId } }) => showUserOf(db, await userOf(db, userId)),
)

export const getUser = reads(
  {
    id: 'profiles.get-user',
    operationId: 'getUser',
    route: 'GET /v1/users/{userId}',
    summary: 'Get a user: the user of the token, or a user of the application.',
    spec: 'B 4.3',
    access: { token: 'any', owns: 'userId' },
    params: Type.Object({ userId: idIn('user') }),
    reply: User,
    errors: [],
  },
  async (db, { params: { userId } }) => showUserOf(db, await userOf(db, userId)),
)

async function showUserOf(db: Reader, user: UserRow) {
  const profiles = await store.listProfiles(db, user.id)
  return showUser(user, showUserDetails(profiles.find(({ type }) => type === 'PERSONAL')))
}

async function userOf(db: Reader, userId: Id<'user'>): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error(`there is no user ${userId}`)
  return user
}
