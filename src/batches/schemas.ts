import Type, { type Static } from 'typebox'
import { batchPayInDetails } from '../corridors/index.ts'
import { type Id, idOf } from '../kernel/ids.ts'
import { money, toWire } from '../kernel/money.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  described,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  toMicrosecond,
  uuid,
} from '../kernel/wire.ts'
import type { DebitAccountRow, InitiationRow } from './debit-store.ts'
import {
  type DebitDetails,
  debitTypes,
  NAME_LENGTH_MAX,
  REFERENCE_LENGTH_MAX,
  referenceOf,
} from './model.ts'
import { batchGroupStates, paymentInitiationStates } from './states.ts'
import type { GroupRow } from './store.ts'

const TYPE_LENGTH_MAX = 50
const REFERENCE_IN_MAX = 255
const VERSION_MAX = 2 ** 31 - 1

export const CreateGroup = input(
  {
    sourceCurrency: currencyCode('what the group is to be paid in'),
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      description: 'the name of an earlier group answers that group',
      examples: ['Salaries of January'],
    }),
  },
  { title: 'CreateBatchGroupRequest' },
)

export const ChangeGroup = input(
  {
    status: oneOf(['COMPLETED', 'CANCELLED'], 'COMPLETED closes the group, CANCELLED ends it'),
    version: Type.Integer({
      minimum: -VERSION_MAX - 1,
      maximum: VERSION_MAX,
      description: 'the version that was read last',
      examples: [1],
    }),
  },
  { title: 'UpdateBatchGroupRequest' },
)

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }))

const Address = Type.Object(
  {
    name: Type.String({
      description: 'Name of the institution',
      examples: ['Godwit Payments Ltd'],
    }),
    firstLine: Type.String({ description: 'Street and number', examples: ['1 Wader Lane'] }),
    postCode: Type.String({ description: 'Post code', examples: ['E1 6AN'] }),
    city: Type.String({ description: 'City', examples: ['London'] }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['GB'] }),
    stateCode: nullable(
      Type.String({ description: 'State code, where the country has states; otherwise null' }),
    ),
  },
  { title: 'PayInAddress' },
)

const PayInDetails = Type.Object(
  {
    type: Type.Literal('bank_transfer', { description: 'Always bank_transfer' }),
    reference: Type.String({ description: 'what the payment must say', examples: ['B5323'] }),
    amount: amountOut('what the members come to by bank transfer'),
    currency: currencyCode(),
    name: Type.String({ description: 'the account holder', examples: ['Godwit Payments Ltd'] }),
    bankCode: text('where the route has one', '231470'),
    accountNumber: text('where the route has one', '28821822'),
    iban: text('where the route has one', 'GB33BUKB20201555555555'),
    bban: text('where the route has one', '83019910728'),
    branchName: text('where the route has one', 'Marunouchi'),
    accountType: text('where the route has one', 'CHECKING'),
    institutionNumber: text('where the route has one', '621'),
    transitNumber: text('where the route has one', '16001'),
    beneficiaryBankBIC: text('where the route has one', 'GODWGB2L'),
    intermediaryBankBIC: text('where the route has one', 'GODWUS33'),
    fpsIdentifier: text('where the route has one', '123456789'),
    clearingNumber: text('where the route has one', '8000'),
    bankAddress: Type.Optional(
      described(Address, 'The address of the bank, where the route has one'),
    ),
    transferProviderAddress: Type.Optional(
      described(Address, 'The address of the account holder, where the route has one'),
    ),
  },
  { title: 'PayInDetails' },
)

const transferIds = Type.Array(idOf('transfer'), { description: 'every transfer ever added' })
const alreadyPaid = Type.Boolean({ description: 'whether it is paid, and so cannot be again' })
const Status = oneOf(batchGroupStates.states, 'see docs/printed/states.md')

export const BatchGroup = Type.Object(
  {
    id: uuid('the batch group'),
    version: Type.Integer({ description: 'changes with every change; not ordered', examples: [0] }),
    name: Type.String({
      description: 'The name that the group was created with',
      examples: ['Salaries of January'],
    }),
    sourceCurrency: currencyCode('what it is to be paid in'),
    status: Status,
    transferIds,
    payInDetails: Type.Array(PayInDetails, {
      description: 'how to pay a COMPLETED group by bank transfer',
    }),
    alreadyPaid,
  },
  { title: 'BatchGroup' },
)

type Shown = {
  readonly group: GroupRow
  readonly transferIds: Id<'transfer'>[]
  readonly withPayIn?: boolean
}

export function showGroup({ group, transferIds, withPayIn }: Shown): Static<typeof BatchGroup> {
  const { id, version, name, sourceCurrency, status, paid } = group
  const payInDetails = withPayIn && status === 'COMPLETED' ? [payInOf(group)] : []
  return { id, version, name, sourceCurrency, status, transferIds, payInDetails, alreadyPaid: paid }
}

function payInOf({ number, sourceCurrency, payInMinor }: GroupRow): Static<typeof PayInDetails> {
  const { type, ...account } = batchPayInDetails(sourceCurrency)
  const amount = toWire(money(payInMinor, sourceCurrency))
  return { type, reference: referenceOf(number), amount, ...account }
}

const paymentType = (name: string) =>
  Type.String({ minLength: 1, maxLength: TYPE_LENGTH_MAX, description: name, examples: [name] })

export const FundGroup = input({ type: paymentType('BALANCE') }, { title: 'FundBatchGroupRequest' })

export const PaidGroup = Type.Object(
  {
    id: uuid('the batch group'),
    name: Type.String({
      description: 'The name that the group was created with',
      examples: ['Salaries of January'],
    }),
    fileName: nullable(Type.String({ description: 'of a group that came as a file: none' })),
    alreadyPaid,
    shortId: Type.Integer({ description: 'the digits of its payment reference', examples: [5323] }),
    userId: idOf('user', 'who created it'),
    profileId: idOf('profile'),
    sourceCurrency: currencyCode('other currencies may have been converted to it'),
    status: Status,
    groupType: oneOf(['API', 'FILE'], 'API for a group made by this interface'),
    transferIds,
  },
  { title: 'PaidBatchGroup' },
)

export function showPaid({ group, transferIds }: Shown): Static<typeof PaidGroup> {
  const { id, name, paid, number, userId, profileId, sourceCurrency, status } = group
  return {
    ...{ id, name, fileName: null, alreadyPaid: paid, shortId: number, userId, profileId },
    ...{ sourceCurrency, status, groupType: 'API' as const, transferIds },
  }
}

export const PayIn = input(
  {
    amount: amountIn('what arrives'),
    currency: currencyCode(),
    reference: Type.Optional(
      Type.String({
        maxLength: REFERENCE_IN_MAX,
        description: "what the payment says; default: the group's reference",
        examples: ['B5323'],
      }),
    ),
  },
  { title: 'SimulateBatchGroupPayInRequest', examples: [{ amount: 100.5, currency: 'USD' }] },
)

const detail = (description: string, example: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: TYPE_LENGTH_MAX, description, examples: [example] }),
  )

const debitDetails = {
  routingNumber: detail('of ACH', '111000025'),
  institutionNumber: detail('of EFT: three digits', '621'),
  transitNumber: detail('of EFT: five digits', '16001'),
  accountNumber: detail('the account to debit', '12345678'),
  accountType: detail('CHECKING or SAVINGS', 'CHECKING'),
}

const DebitDetailsShape = input(debitDetails, {
  title: 'DirectDebitAccountDetails',
  description: 'The account, by the fields that its network needs',
})

export const LinkAccount = input(
  {
    currency: currencyCode('USD for ACH, CAD for EFT', { examples: ['USD'] }),
    type: oneOf(debitTypes, 'the network'),
    details: DebitDetailsShape,
  },
  {
    title: 'CreateDirectDebitAccountRequest',
    examples: [
      {
        currency: 'USD',
        type: 'ACH',
        details: {
          routingNumber: '111000025',
          accountNumber: '12345678',
          accountType: 'CHECKING',
        },
      },
    ],
  },
)

export const DebitAccount = Type.Object(
  {
    id: idOf('debit-account'),
    type: oneOf(debitTypes, 'The network: ACH for USD, EFT for CAD'),
    currency: currencyCode(),
    details: Type.Unsafe<DebitDetails>(DebitDetailsShape),
  },
  { title: 'DirectDebitAccount' },
)

export function showAccount({ id, type, currency, details }: DebitAccountRow) {
  return { id, type, currency, details }
}

export const InitiatePayment = input(
  {
    type: paymentType('DIRECT_DEBIT'),
    accountId: idIn('debit-account', 'the linked account to debit'),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REFERENCE_LENGTH_MAX,
        description: 'passed to the network; generated when absent',
        examples: ['SALARIES'],
      }),
    ),
  },
  { title: 'CreatePaymentInitiationRequest' },
)

export const DebitAccounts = Type.Array(DebitAccount, { title: 'DirectDebitAccountList' })

export const PaymentInitiation = Type.Object(
  {
    id: idOf('payment-initiation'),
    batchGroupId: uuid('the batch group it pays for'),
    reference: Type.String({
      description: 'The reference that the payment carries in the network',
      examples: ['B1234567'],
    }),
    userId: idOf('user', 'who initiated it'),
    profileId: idOf('profile'),
    type: Type.Literal('DIRECT_DEBIT', { description: 'Always DIRECT_DEBIT' }),
    status: oneOf(paymentInitiationStates.states, 'see docs/printed/states.md'),
    accountId: idOf('debit-account'),
    transferId: Type.Optional(
      idOf('batch-payment', 'the payment it brings in: from PROCESSING on, not on creation'),
    ),
    createdTime: instantOut('when it was created'),
  },
  { title: 'PaymentInitiation' },
)

export function showInitiation(row: InitiationRow): Static<typeof PaymentInitiation> {
  const { id, batchGroupId, reference, userId, profileId, status, accountId, payInId } = row
  return {
    ...{ id, batchGroupId, reference, userId, profileId, type: 'DIRECT_DEBIT' as const, status },
    accountId,
    ...(payInId !== null && { transferId: payInId }),
    createdTime: toMicrosecond(row.createdAt),
  }
}
