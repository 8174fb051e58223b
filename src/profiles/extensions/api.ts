// The endpoints of extensions: additional details of a profile, entered in a dynamic form.

import { reads, writes } from '../../kernel/endpoint.ts'
import { ExtensionNotValid, ExtensionRequired, UpdateWindowClosed } from '../errors.ts'
import { ProfileParams } from '../schemas.ts'
import * as extensions from './save-extensions.ts'
import {
  ExtensionBody,
  ExtensionFormBody,
  ExtensionForms,
  ExtensionsOut,
  showExtensions,
} from './schemas.ts'
import { findExtensions } from './store.ts'

export const getExtensionForm = reads(
  {
    id: 'profiles.extension-form',
    operationId: 'getProfileExtensionForm',
    route: 'GET /v1/profiles/{profileId}/extension-requirements',
    summary: 'Get the form for additional details of a profile. For a business the list is empty.',
    spec: 'B 4.1, D43',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    reply: ExtensionForms,
    errors: [],
  },
  async (db, { params: { profileId } }) => extensions.findExtensionForms(db, profileId),
)

export const refreshExtensionForm = reads(
  {
    id: 'profiles.refresh-extension-form',
    operationId: 'refreshProfileExtensionForm',
    route: 'POST /v1/profiles/{profileId}/extension-requirements',
    summary:
      'Get the form for additional details of a profile again, with the values filled in so far.',
    spec: 'B 4.1, D43',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    body: ExtensionFormBody,
    reply: ExtensionForms,
    errors: [],
  },
  async (db, { params: { profileId }, body: { details } }) =>
    extensions.findExtensionForms(db, profileId, details),
)

export const saveExtensions = writes(
  {
    id: 'profiles.save-extensions',
    operationId: 'saveProfileExtensions',
    route: 'POST /v1/profiles/{profileId}/extensions',
    summary: 'Add details to a profile. A repeated key replaces its value.',
    spec: 'B 4.1, D43a',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    body: ExtensionBody,
    reply: ExtensionsOut,
    onRepeat: 'same',
    errors: [ExtensionNotValid, ExtensionRequired, UpdateWindowClosed],
  },
  async (tx, { params: { profileId }, body: { details }, now }) =>
    showExtensions(await extensions.saveExtensions(tx, profileId, details, now)),
)

export const getExtensions = reads(
  {
    id: 'profiles.get-extensions',
    operationId: 'getProfileExtensions',
    route: 'GET /v1/profiles/{profileId}/extensions',
    summary: 'Get the additional details of a profile.',
    spec: 'B 4.1, D43a',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    reply: ExtensionsOut,
    errors: [],
  },
  async (db, { params: { profileId } }) => showExtensions(await findExtensions(db, profileId)),
)
