// The endpoints of disputes: reasons, the dynamic flow, uploads, submission, lists and single disputes, withdrawal.

import { TransactionNotFound } from '../card-transactions/index.ts'
import { fileErrors, inspectFiles } from '../files/index.ts'
import { reads, writes } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import {
  DisclaimerRequired,
  DisputeExists,
  DisputeNotFound,
  FieldInvalid,
  FieldRequired,
  FileExpired,
  FilePartUnknown,
  NotDisputable,
  ReasonNotFound,
  SchemeMismatch,
  SchemeNotFound,
  SubOptionRequired,
  TooManyTransactions,
  TransactionIdsInvalid,
  UNUSED_FILE_TIME,
  UploadUnavailable,
  WithdrawalNotAllowed,
} from './errors.ts'
import { FlowStep, OpenStep, SubmitDispute, UploadedFile } from './flow/schemas.ts'
import { finalStep } from './flow/steps.ts'
import { fileParts } from './form/forms.ts'
import { validationOf } from './form/validation.ts'
import { getDispute } from './get-dispute.ts'
import { listDisputePage } from './list-disputes.ts'
import { withdrawDispute } from './move-dispute.ts'
import { openStep } from './open-step.ts'
import {
  Dispute,
  DisputePage,
  DisputeParams,
  DisputeReasons,
  FormParams,
  ListQuery,
  ProfileParams,
  showDispute,
  showReasons,
  TransactionsQuery,
  WithdrawDispute,
} from './schemas.ts'
import { submitDispute } from './submit-dispute.ts'
import { checkFilePart, uploadFile } from './upload-file.ts'

const PATH = '/v3/spend/profiles/{profileId}'
const FLOWS = `${PATH}/dispute-form/flows`
const access = { token: 'user', owns: 'profileId' } as const

export const listReasons = reads(
  {
    id: 'disputes.list-reasons',
    operationId: 'listDisputeReasons',
    route: `GET ${PATH}/dispute-form/reasons`,
    summary: 'List the reasons with which a card transaction can be disputed.',
    spec: 'C 4.4, D79',
    access,
    params: ProfileParams,
    reply: DisputeReasons,
    errors: [],
  },
  async () => showReasons(),
)

const transactionErrors = [
  SchemeNotFound,
  ReasonNotFound,
  TooManyTransactions,
  TransactionNotFound,
  NotDisputable,
  SchemeMismatch,
]

const stepEndpoint = {
  access,
  params: FormParams,
  query: TransactionsQuery,
  reply: FlowStep,
  errors: [TransactionIdsInvalid, ...transactionErrors],
} as const

export const step = reads(
  {
    ...stepEndpoint,
    id: 'disputes.open-step',
    operationId: 'openDisputeStep',
    route: `POST ${FLOWS}/step/{scheme}/{reason}`,
    summary: 'Open the first step of a reason in the dynamic flow: a decision, or a form.',
    spec: 'C 4.4, D80',
    body: OpenStep,
  },
  async (db, input) => openStep(db, { ...input, email: input.body.email }),
)

// The endpoint declares no body, because the dynamic-flow client sends no body with GET.
export const nextStep = reads(
  {
    ...stepEndpoint,
    id: 'disputes.next-step',
    operationId: 'openNextDisputeStep',
    route: `GET ${FLOWS}/step/{scheme}/{reason}`,
    aliases: [`GET ${FLOWS}/{scheme}/{reason}`],
    summary: 'Open the step that a decision of the dynamic flow leads to.',
    spec: 'C 4.4, D80',
  },
  async (db, input) => openStep(db, input),
)

export const submit = writes(
  {
    id: 'disputes.submit',
    operationId: 'submitDispute',
    route: `POST ${FLOWS}/{scheme}/{reason}`,
    summary: 'Submit a dispute of one card transaction, or of several with one reason.',
    spec: 'C 4.4, D82',
    access,
    params: FormParams,
    body: SubmitDispute,
    reply: FlowStep,
    replyHeaders: ['x-df-exit'],
    refusalFields: validationOf,
    onRepeat: DisputeExists,
    errors: [
      SubOptionRequired,
      FieldRequired,
      FieldInvalid,
      DisclaimerRequired,
      ...transactionErrors,
      FileExpired,
      DisputeExists,
    ],
  },
  async (tx, { setHeader, ...input }) => {
    await submitDispute(tx, input)
    // Ends the flow: the client leaves without showing the final step.
    setHeader('x-df-exit', 'true')
    return finalStep
  },
)

const uploadEndpoint = {
  access,
  params: ProfileParams,
  files: { formParts: fileParts, otherParts: true, kinds: ['jpg', 'png', 'pdf'], filesMax: 1 },
  reply: UploadedFile,
  refusalFields: validationOf,
  onRepeat: 'another',
  errors: [FilePartUnknown, ...fileErrors],
} as const

export const uploadFileV4 = writes(
  {
    ...uploadEndpoint,
    id: 'disputes.upload-file',
    operationId: 'uploadDisputeFile',
    route: 'POST /v4/spend/profiles/{profileId}/dispute-form/file',
    summary: `Upload a file for a dispute that is submitted within ${UNUSED_FILE_TIME}.`,
    spec: 'D83',
    before: (_db, { files }, outside) => {
      checkFilePart(files)
      return inspectFiles(outside, files)
    },
  },
  async (tx, { params, files, now, random }) => uploadFile(tx, { ...params, files, now, random }),
)

export const uploadFileV3 = writes(
  {
    ...uploadEndpoint,
    id: 'disputes.upload-file-v3',
    operationId: 'uploadDisputeFileV3',
    route: `POST ${PATH}/dispute-form/file`,
    summary: 'Upload a file for a dispute; the sandbox does not have this upload.',
    spec: 'C 4.4, D83, D88a',
    deprecated: { use: 'POST /v4/spend/profiles/{profileId}/dispute-form/file' },
    errors: [UploadUnavailable, ...uploadEndpoint.errors],
    before: (_db, { files, mode }, outside) => {
      if (mode === 'sandbox') refuse(UploadUnavailable)
      checkFilePart(files)
      return inspectFiles(outside, files)
    },
  },
  async (tx, { params, files, now, random }) => uploadFile(tx, { ...params, files, now, random }),
)

export const list = reads(
  {
    id: 'disputes.list',
    operationId: 'listDisputes',
    route: `GET ${PATH}/disputes`,
    summary: 'List the disputes of a profile, ascending by creation.',
    spec: 'D40, Facts 14.1',
    access,
    params: ProfileParams,
    query: ListQuery,
    reply: DisputePage,
    errors: [],
  },
  async (db, { params: { profileId }, query }) => {
    const { totalCount, rows } = await listDisputePage(db, { profileId, ...query })
    return { totalCount, disputes: rows.map(showDispute) }
  },
)

export const get = reads(
  {
    id: 'disputes.get',
    operationId: 'getDispute',
    route: `GET ${PATH}/disputes/{disputeId}`,
    summary: 'Get a dispute.',
    spec: 'D40, Facts 14.1',
    access,
    params: DisputeParams,
    reply: Dispute,
    errors: [DisputeNotFound],
  },
  async (db, { params: { profileId, disputeId } }) =>
    showDispute(await getDispute(db, profileId, disputeId)),
)

export const withdraw = writes(
  {
    id: 'disputes.withdraw',
    operationId: 'withdrawDispute',
    route: `PUT ${PATH}/disputes/{disputeId}/status`,
    summary: 'Withdraw a dispute.',
    spec: 'D40, D84',
    access,
    params: DisputeParams,
    body: WithdrawDispute,
    reply: Dispute,
    onRepeat: WithdrawalNotAllowed,
    errors: [DisputeNotFound, WithdrawalNotAllowed],
  },
  async (tx, { params, now }) => showDispute(await withdrawDispute(tx, { ...params, now })),
)
