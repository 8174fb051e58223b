// The cases of idempotency.test.ts for the writing operations of the module `originators`.

import {
  partnerBody,
  partnerRoute,
  thirdPartyBody,
  thirdPartyRoute,
} from '../../../src/originators/test/transfer-bodies.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const originatorsCases: Readonly<Record<string, CaseSetup>> = {
  'originators.create-third-party': forUser(async (ann) => {
    const body = await thirdPartyBody(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return caseOf(ann, thirdPartyRoute(ann.personal), body, other)
  }),
  'originators.create-partner-licence': forUser(async (ann) => {
    const body = await partnerBody(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return caseOf(ann, partnerRoute(ann.personal), body, other)
  }),
}
