// The cases of idempotency.test.ts for the writing operations of the module `verification`.

import { modestPurpose, passport } from '../../../src/verification/test/verification-fixtures.ts'
import { filePart, multipart } from '../../support/multipart.ts'
import { ok } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const verificationCases: Readonly<Record<string, CaseSetup>> = {
  'verification.add-document': forUser(async (ann) => {
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    const route = `POST /v1/profiles/${ann.personal}/verification-documents`
    return caseOf(ann, route, passport)
  }),
  'verification.upload-document': forUser((ann) => ({
    route: `POST /v3/profiles/${ann.personal}/verification-status/upload-document`,
    call: { token: ann.token, ...multipart([filePart('files')]) },
  })),
  'verification.upload-explanation': forUser((ann) =>
    caseOf(ann, `POST /v3/profiles/${ann.personal}/verification-status/upload-explanation`, {
      incomeExplanation: 'I sold my flat.',
    }),
  ),
  'verification.account-purpose': forUser((ann) =>
    caseOf(
      ann,
      `POST /v3/profiles/${ann.personal}/verification-status/account-purpose`,
      modestPurpose,
    ),
  ),
}
