// Request and reply shapes of batch groups.

import Type, { type Static } from 'typebox'
import { batchPayInDetails } from '../corridors/index.ts'
import { type Id, idOut } from '../kernel/ids.ts'
import { money, toWire } from '../kernel/money.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  described,
  idIn,
  input,
  nullable,
  oneOf,
  optionalText,
  uuid,
} from '../kernel/wire.ts'
import { NAME_LENGTH_MAX } from './limits.ts'
import { referenceOf } from './model.ts'
import { batchGroupStates } from './states.ts'
import type { GroupRow } from './store.ts'

/** In characters. Longer than any valid text: an ACH account number has at most 17 digits. */
export const TEXT_LENGTH_MAX = 50
/** In characters (gap 128). */
const PAY_IN_REFERENCE_LENGTH_MAX = 255
/** The greatest value of the column `version`, which has the type int. A negative version is outdated, not malformed. */
const VERSION_MAX = 2 ** 31 - 1

export const ProfileParams = Type.Object({ profileId: idIn('profile') })
export const GroupParams = Type.Object({
  ...ProfileParams.properties,
  batchGroupId: uuid('The id of the batch group'),
})

export const CreateGroup = input(
  {
    sourceCurrency: currencyCode('The currency that the group is paid in'),
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      description:
        'The name of the group. It acts as an idempotency key: the name of an earlier group returns that group.',
      examples: ['Salaries of January'],
    }),
  },
  { title: 'CreateBatchGroupRequest' },
)

export const ChangeGroup = input(
  {
    status: oneOf(
      ['COMPLETED', 'CANCELLED'],
      'COMPLETED closes the group, so that no transfer can be added; CANCELLED cancels it',
    ),
    version: Type.Integer({
      minimum: -VERSION_MAX - 1,
      maximum: VERSION_MAX,
      description: 'The version of the group in the reply that you read last',
      examples: [1],
    }),
  },
  { title: 'UpdateBatchGroupRequest' },
)

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
    reference: Type.String({
      description: 'The reference that the payment must have',
      examples: ['B5323'],
    }),
    amount: amountOut(
      'The price by bank transfer of all transfers of the group, without those that were cancelled because nobody paid in time',
    ),
    currency: currencyCode(),
    name: Type.String({ description: 'The account holder', examples: ['Godwit Payments Ltd'] }),
    bankCode: optionalText('The bank code, if the bank account has one', '231470'),
    accountNumber: optionalText('The account number, if the bank account has one', '28821822'),
    iban: optionalText('The IBAN, if the bank account has one', 'GB33BUKB20201555555555'),
    bban: optionalText('The BBAN, if the bank account has one', '83019910728'),
    branchName: optionalText('The branch, if the bank account has one', 'Marunouchi'),
    accountType: optionalText('The type of the account, if the bank account has one', 'CHECKING'),
    institutionNumber: optionalText('The institution number, if the bank account has one', '621'),
    transitNumber: optionalText('The transit number, if the bank account has one', '16001'),
    beneficiaryBankBIC: optionalText(
      'The BIC of the bank, if the bank account has one',
      'GODWGB2L',
    ),
    intermediaryBankBIC: optionalText(
      'The BIC of the intermediary bank, if the bank account has one',
      'GODWUS33',
    ),
    fpsIdentifier: optionalText('The FPS identifier, if the bank account has one', '123456789'),
    clearingNumber: optionalText('The clearing number, if the bank account has one', '8000'),
    bankAddress: Type.Optional(described(Address, 'The address of the bank, if known')),
    transferProviderAddress: Type.Optional(
      described(Address, 'The address of the account holder, if known'),
    ),
  },
  { title: 'PayInDetails' },
)

const transferIds = Type.Array(idOut('transfer'), {
  description: 'Every transfer that was added, including cancelled ones',
})
const alreadyPaid = Type.Boolean({
  description: 'Whether the group is paid. A group can be paid only once.',
})
const Status = oneOf(
  batchGroupStates.states,
  'The status of the group; docs/printed/states.md lists its changes',
)

export const BatchGroup = Type.Object(
  {
    id: uuid('The id of the batch group'),
    version: Type.Integer({
      description:
        'A number that differs after every change of the group. Compare it for equality only.',
      examples: [0],
    }),
    name: Type.String({
      description: 'The name that the group was created with',
      examples: ['Salaries of January'],
    }),
    sourceCurrency: currencyCode('The currency that the group is paid in'),
    status: Status,
    transferIds,
    payInDetails: Type.Array(PayInDetails, {
      description:
        'How to pay a COMPLETED group by bank transfer; empty for other groups, and in the reply to the request that creates a group',
    }),
    alreadyPaid,
  },
  { title: 'BatchGroup' },
)

type ShownGroup = {
  readonly group: GroupRow
  readonly transferIds: Id<'transfer'>[]
  readonly hasPayInDetails?: boolean
}

export function showGroup({
  group,
  transferIds,
  hasPayInDetails,
}: ShownGroup): Static<typeof BatchGroup> {
  const { id, version, name, sourceCurrency, status, paid } = group
  const payInDetails = hasPayInDetails && status === 'COMPLETED' ? [payInOf(group)] : []
  return { id, version, name, sourceCurrency, status, transferIds, payInDetails, alreadyPaid: paid }
}

function payInOf({ number, sourceCurrency, payInMinor }: GroupRow): Static<typeof PayInDetails> {
  const { type, ...account } = batchPayInDetails(sourceCurrency)
  const amount = toWire(money(payInMinor, sourceCurrency))
  return { type, reference: referenceOf(number), amount, ...account }
}

/** Accepts any text, so that an unsupported type is refused with its own error and not as a malformed request. */
export const paymentType = (name: string) =>
  Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    description: `Always ${name}`,
    examples: [name],
  })

export const FundGroup = input({ type: paymentType('BALANCE') }, { title: 'FundBatchGroupRequest' })

export const PaidGroup = Type.Object(
  {
    id: uuid('The id of the batch group'),
    name: Type.String({
      description: 'The name that the group was created with',
      examples: ['Salaries of January'],
    }),
    fileName: nullable(
      Type.String({ description: 'Always null: groups are not created from files' }),
    ),
    alreadyPaid,
    shortId: Type.Integer({
      description: 'The number in the payment reference: 5323 for B5323',
      examples: [5323],
    }),
    userId: idOut('user', 'The user who created the group'),
    profileId: idOut('profile'),
    sourceCurrency: currencyCode('The currency that the group was paid in'),
    status: Status,
    groupType: oneOf(['API', 'FILE'], 'Always API: groups are not created from files'),
    transferIds,
  },
  { title: 'PaidBatchGroup' },
)

export function showPaid({ group, transferIds }: ShownGroup): Static<typeof PaidGroup> {
  const { id, name, paid, number, userId, profileId, sourceCurrency, status } = group
  return {
    id,
    name,
    fileName: null,
    alreadyPaid: paid,
    shortId: number,
    userId,
    profileId,
    sourceCurrency,
    status,
    groupType: 'API',
    transferIds,
  }
}

export const ReceivePayIn = input(
  {
    amount: amountIn('The amount that arrives'),
    currency: currencyCode(),
    reference: Type.Optional(
      Type.String({
        maxLength: PAY_IN_REFERENCE_LENGTH_MAX,
        description: "The reference of the payment; default: the group's reference",
        examples: ['B5323'],
      }),
    ),
  },
  { title: 'SimulateBatchGroupPayInRequest', examples: [{ amount: 100.5, currency: 'USD' }] },
)
