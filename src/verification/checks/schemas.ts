// Request and reply shapes of the additional verification, and of the status of a profile.

import Type, { type Static } from 'typebox'
import { idOut } from '../../kernel/ids.ts'
import { idIn, input, oneOf } from '../../kernel/wire.ts'
import { type ProfileRow, verificationStates } from '../../profiles/index.ts'
import {
  accountPurposes,
  annualIncomes,
  businessUses,
  fundingSources,
  incomeSources,
  monthlyVolumes,
  yearlyVolumes,
} from './account-purpose.ts'
import { evidenceDocumentTypes, evidences } from './evidence.ts'

/** In countries: just above the 249 of ISO 3166-1. */
const COUNTRIES_MAX = 250

export const ProfileParams = Type.Object({ profileId: idIn('profile') })

/** Which fields are required depends on the type of the profile: account-purpose.ts has the lists. */
export const SubmitAccountPurpose = input(
  {
    accountPurpose: Type.Optional(
      oneOf(
        accountPurposes,
        'The purpose for which the person uses the account. Required of a person.',
      ),
    ),
    intendedCountries: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[A-Z]{3}$',
          description: 'ISO 3166-1 alpha-3 code, in capitals',
          examples: ['FRA'],
        }),
        {
          minItems: 1,
          maxItems: COUNTRIES_MAX,
          description:
            'The countries to which money will be sent: ISO 3166-1 alpha-3 codes. Required.',
          examples: [['FRA', 'USA']],
        },
      ),
    ),
    yearlyAnticipatedVolume: Type.Optional(
      oneOf(yearlyVolumes, 'Euros to be sent in a year, from and to. Required of a person.'),
    ),
    mainSourceOfIncome: Type.Optional(
      oneOf(incomeSources, 'The source of most of the income. Required of a person.'),
    ),
    annualIncome: Type.Optional(
      oneOf(annualIncomes, 'Income of a year in euros, from and to. Required of a person.'),
    ),
    businessUse: Type.Optional(
      Type.Array(oneOf(businessUses), {
        minItems: 1,
        maxItems: businessUses.length,
        description:
          'The purposes for which the business uses the account. Required of a business.',
      }),
    ),
    mainSourceOfFunding: Type.Optional(
      oneOf(fundingSources, 'The source of most of the money. Required of a business.'),
    ),
    monthlyAnticipatedVolume: Type.Optional(
      oneOf(monthlyVolumes, 'Euros to be sent in a month, from and to. Required of a business.'),
    ),
  },
  {
    title: 'SubmitAccountPurposeRequest',
    description:
      'The answers of a person or of a business, by the type of the profile; the fields of the other type are ignored',
    examples: [
      {
        accountPurpose: 'SENDING_MONEY_TO_FRIENDS_OR_FAMILY',
        intendedCountries: ['GBR', 'USA'],
        yearlyAnticipatedVolume: '2351_6000',
        mainSourceOfIncome: 'SALARY',
        annualIncome: '28501_47500',
      },
    ],
  },
)

/** In characters (D47). */
const EXPLANATION_LENGTH_MAX = 2000

export const UploadDocument = input(
  {
    documentType: Type.Optional(
      oneOf(evidenceDocumentTypes, 'The type of evidence in the files. Default: SOURCE_OF_WEALTH.'),
    ),
  },
  { title: 'UploadVerificationDocumentRequest' },
)

const explanation = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      maxLength: EXPLANATION_LENGTH_MAX,
      description: `${description}. Send incomeExplanation, accountPurposeExplanation or both.`,
      examples: [example],
    }),
  )

export const UploadExplanation = input(
  {
    incomeExplanation: explanation(
      'How the income explains the money that is sent',
      'I sold my flat in May and send the money in parts.',
    ),
    accountPurposeExplanation: explanation(
      'The purpose of the account',
      'I pay the rent of my daughter, who studies in London.',
    ),
  },
  { title: 'UploadVerificationExplanationRequest' },
)

export const RequiredEvidenceList = Type.Object(
  {
    required_evidences: Type.Array(oneOf(evidences), {
      description:
        'The evidence that the customer has to send before the next transfer from a currency of the European Economic Area; may be empty',
      examples: [['ACCOUNT_PURPOSE', 'USE_CASE_COUNTRIES', 'ANNUAL_VOLUME', 'INCOME']],
    }),
  },
  { title: 'RequiredEvidenceList' },
)

export const VerificationStatus = Type.Object(
  {
    profileId: idOut('profile'),
    currentStatus: oneOf(
      verificationStates.states,
      'Whether the profile is verified. Transfers of an unverified profile wait.',
    ),
  },
  { title: 'VerificationStatus' },
)

export function showStatus({
  id: profileId,
  verified,
}: ProfileRow): Static<typeof VerificationStatus> {
  return { profileId, currentStatus: verified ? 'verified' : 'not_verified' }
}
