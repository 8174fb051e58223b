// The cases of idempotency.test.ts for the writing operations of the module `disputes`.

import {
  disputesPathOf,
  flowsPathOf,
  NETWORK,
  paysByCard,
  submitsDispute,
  uploadPathOf,
  uploadsFile,
  wrongAmountBodyWithFiles,
} from '../../../src/disputes/test/disputing.ts'
import { filePart, multipart } from '../../support/multipart.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const disputesCases: Readonly<Record<string, CaseSetup>> = {
  'disputes.submit': forUser(async (ann, service) => {
    const transactionId = await paysByCard(service, ann)
    const route = `POST ${flowsPathOf(ann)}/${NETWORK}/WRONG_AMOUNT`
    const body = wrongAmountBodyWithFiles(transactionId, { receipt: await uploadsFile(ann) })
    return caseOf(ann, route, body)
  }),
  // The case uploads a file first, because the first upload of a profile also inserts the total of its files.
  'disputes.upload-file': forUser(async (ann) => {
    await uploadsFile(ann)
    const call = { token: ann.token, ...multipart([filePart('receipt')]) }
    return { route: `POST ${uploadPathOf(ann)}`, call }
  }),
  // The sandbox does not have this upload (UploadUnavailable).
  'disputes.upload-file-v3': {
    kind: 'live',
    prepare: async (service) => {
      const ann = await service.createUser()
      await uploadsFile(ann)
      const route = `POST /v3/spend/profiles/${ann.personal}/dispute-form/file`
      return { route, call: { token: ann.token, ...multipart([filePart('receipt')]) } }
    },
  },
  'disputes.withdraw': forUser(async (ann, service) => {
    const { id } = await submitsDispute(ann, await paysByCard(service, ann))
    return caseOf(ann, `PUT ${disputesPathOf(ann)}/${id}/status`, { status: 'CLOSED' })
  }),
}
