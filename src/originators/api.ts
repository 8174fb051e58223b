// The endpoints of third-party and partner-licence transfers.

import Type from 'typebox'
import { DetailRequired } from '../corridors/index.ts'
import { reads, writesOneStatement } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { idIn } from '../kernel/wire.ts'
import { transferErrors } from '../profiles/index.ts'
import { InvalidRecipient, usableErrors } from '../quotes/index.ts'
import {
  customerTransactionKey,
  DetailsInvalid,
  findTransfer,
  InvalidSourceAccount,
  placeTransfer,
  TransferNotFound,
} from '../transfers/index.ts'
import { EvidenceRequired } from '../verification/index.ts'
import { OriginatorInvalid } from './errors.ts'
import { readOriginator } from './model.ts'
import {
  CreatePartnerLicence,
  CreateThirdParty,
  PartnerLicenceTransfer,
  showPartnerLicence,
  showThirdParty,
  ThirdPartyTransfer,
} from './schemas.ts'

const NOT_THIRD_PARTY =
  'The profile has no third-party transfer with this id. Check both ids; GET /v1/transfers/{transferId} reads any transfer.'

const ProfileParams = Type.Object({ profileId: idIn('profile') })
const creationErrors = [
  ...usableErrors,
  ...transferErrors,
  EvidenceRequired,
  InvalidRecipient,
  DetailRequired,
  DetailsInvalid,
  OriginatorInvalid,
]

export const createThirdParty = writesOneStatement(
  {
    id: 'originators.create-third-party',
    operationId: 'createThirdPartyTransfer',
    route: 'POST /v2/profiles/{profileId}/third-party-transfers',
    summary:
      'Create a transfer for another person or business. Your own id of the transfer is its key.',
    spec: 'A 4.1, D7, D25',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    body: CreateThirdParty,
    reply: ThirdPartyTransfer,
    bodyKey: 'originalTransferId',
    errors: creationErrors,
  },
  async (tx, { params, body, ...context }) => {
    const { quote: quoteId, originalTransferId, originator, ...order } = body
    const transfer = await placeTransfer(tx, {
      ...context,
      order: {
        ...order,
        quoteId,
        key: { name: 'originalTransferId', value: originalTransferId },
        profileIds: [params.profileId],
        originator: () => readOriginator(originator, context.now),
      },
    })
    return showThirdParty(transfer, context.now)
  },
)

export const getThirdParty = reads(
  {
    id: 'originators.get-third-party',
    operationId: 'getThirdPartyTransfer',
    route: 'GET /v2/profiles/{profileId}/third-party-transfers/{transferId}',
    aliases: ['GET /v1/profiles/{profileId}/third-party-transfers/{transferId}'],
    summary: 'Get a third-party transfer with its originator.',
    spec: 'D21, Facts 5.3',
    access: { token: 'user', owns: 'profileId' },
    params: Type.Object({ profileId: idIn('profile'), transferId: idIn('transfer') }),
    reply: ThirdPartyTransfer,
    errors: [TransferNotFound],
  },
  async (db, { params: { profileId, transferId }, now }) => {
    const transfer = await findTransfer(db, [profileId], transferId)
    if (transfer === undefined || transfer.originalTransferId === null)
      return refuse(TransferNotFound, { message: NOT_THIRD_PARTY, arguments: [transferId] })
    return showThirdParty(transfer, now)
  },
)

export const createPartnerLicence = writesOneStatement(
  {
    id: 'originators.create-partner-licence',
    operationId: 'createPartnerLicenceTransfer',
    route: 'POST /v1/profiles/{profileId}/partner-licence-transfers',
    summary: 'Create a transfer for one of your customers, under your own licence.',
    spec: 'A 4.1, D7, D25',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    body: CreatePartnerLicence,
    reply: PartnerLicenceTransfer,
    bodyKey: 'customerTransactionId',
    errors: [...creationErrors, InvalidSourceAccount],
  },
  async (tx, { params, body, ...context }) => {
    const { quote: quoteId, customerTransactionId, originator, ...order } = body
    const transfer = await placeTransfer(tx, {
      ...context,
      order: {
        ...order,
        quoteId,
        key: customerTransactionKey(customerTransactionId),
        profileIds: [params.profileId],
        originator: () => readOriginator(originator, context.now),
      },
    })
    return showPartnerLicence(transfer, context.now)
  },
)
