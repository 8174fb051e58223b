// The endpoint of activities.

import Type from 'typebox'
import { reads } from '../kernel/endpoint.ts'
import { idIn } from '../kernel/wire.ts'
import { CursorInvalid, MomentInvalid } from './errors.ts'
import { listActivities } from './list-activities.ts'
import { Activities, ActivitiesQuery, showPage } from './schemas.ts'

export const list = reads(
  {
    id: 'activities.list',
    operationId: 'listActivities',
    route: 'GET /v1/profiles/{profileId}/activities',
    summary: 'List the activities of a profile, newest first.',
    spec: 'Facts 8.2',
    access: { token: 'user', owns: 'profileId' },
    params: Type.Object({ profileId: idIn('profile') }),
    query: ActivitiesQuery,
    reply: Activities,
    errors: [CursorInvalid, MomentInvalid],
  },
  async (db, { params: { profileId }, query, now }) =>
    showPage(await listActivities(db, profileId, query, now)),
)
