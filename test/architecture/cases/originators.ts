// The writing operations of the module `originators`.

import {
  partnerBody,
  partnerPath,
  thirdPartyBody,
  thirdPartyPath,
} from '../../../src/originators/test/transfer-bodies.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const originatorsCases: Readonly<Record<string, CaseSetup>> = {
  'originators.create-third-party': forUser(async (ann) => {
    const body = await thirdPartyBody(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return caseOf(ann, thirdPartyPath(ann.personal), body, other)
  }),
  'originators.create-partner-licence': forUser(async (ann) => {
    const body = await partnerBody(ann)
    const other = { ...body, details: { reference: 'Other' } }
    return caseOf(ann, partnerPath(ann.personal), body, other)
  }),
}
