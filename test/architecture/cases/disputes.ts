// The writing operations of the module `disputes`.

import {
  disputesOf,
  flowsOf,
  NETWORK,
  paysByCard,
  submitsDispute,
  uploadOf,
  uploads,
  wrongAmount,
} from '../../../src/disputes/test/disputing.ts'
import { filePart, multipart } from '../../support/multipart.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const disputesCases: Readonly<Record<string, CaseSetup>> = {
  'disputes.submit': forUser(async (ann, service) => {
    const transactionId = await paysByCard(service, ann)
    const route = `POST ${flowsOf(ann)}/${NETWORK}/WRONG_AMOUNT`
    const body = wrongAmount(transactionId)
    return caseOf(ann, route, body, { ...body, form: { ...body.form, goods: 'Tea' } })
  }),
  // The case uploads a file first, because the first upload of a profile also inserts the total of its files.
  'disputes.upload-file': forUser(async (ann) => {
    await uploads(ann)
    const call = { token: ann.token, ...multipart([filePart('receipt')]) }
    return { route: `POST ${uploadOf(ann)}`, call }
  }),
  'disputes.upload-file-v3': {
    kind: 'live',
    set: async (service) => {
      const ann = await service.createUser()
      await uploads(ann)
      const route = `POST /v3/spend/profiles/${ann.personal}/dispute-form/file`
      return { route, call: { token: ann.token, ...multipart([filePart('receipt')]) } }
    },
  },
  'disputes.withdraw': forUser(async (ann, service) => {
    const { id } = await submitsDispute(ann, await paysByCard(service, ann))
    return caseOf(ann, `PUT ${disputesOf(ann)}/${id}/status`, { status: 'CLOSED' })
  }),
}
