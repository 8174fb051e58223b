// Recipient forms: North and Central America. Figures and labels are those of Facts 10.5.

import * as check from '../checks.ts'
import { canonicalNumber, choices, type Form, form, select, text } from '../field.ts'
import * as ibans from './iban-fields.ts'
import * as shared from './shared-fields.ts'

const { emailForm, recipient } = shared

const routingNumber = (label: string, validator?: string) =>
  text('abartn', label, {
    example: '111000025',
    min: 9,
    max: 9,
    pattern: String.raw`^\d{9}$`,
    check: check.aba,
    message: 'Please enter a valid routing number',
    ...(validator === undefined ? {} : { validator }),
  })

const americanAccount = [
  shared.account('Account number', {
    example: '12345678',
    min: 4,
    max: 17,
    pattern: String.raw`^\d{4,17}$`,
  }),
  shared.accountType(),
  ...shared.address,
]

const CA_NETWORK_EMAIL =
  '^(([A-Za-z0-9_\\-\\.\\+])*[A-Za-z0-9_]\\@(?!.*?\\.\\.|\\s|\\.)[^@]([A-Za-z0-9\\-\\.])+\\.([A-Za-z]{2,63}))$'

export const northAndCentralAmerica: Readonly<Record<string, readonly Form[]>> = {
  CAD: [
    form(
      'canadian',
      'Local bank account',
      recipient({ min: 3, max: 80 }),
      text('institutionNumber', 'Institution number', {
        example: '006',
        min: 3,
        max: 3,
        pattern: String.raw`\d{3}`,
        validator: 'canadian-institution-number',
      }),
      text('transitNumber', 'Transit number', {
        example: '04841',
        min: 5,
        max: 5,
        pattern: String.raw`\d{5}`,
      }),
      shared.account('Account number', {
        example: '1234567',
        min: 7,
        max: 12,
        pattern: String.raw`\d{7,12}`,
      }),
      shared.accountType(
        { CHECKING: 'Checking', SAVING: 'Saving' },
        { alsoAccepted: ['Checking', 'Saving'] },
      ),
    ),
    form(
      'ca_network',
      'CA Network',
      recipient(),
      text('caNetworkAccount', 'CA Network registered email', {
        format: '',
        example: 'example@example.ex',
        min: 6,
        max: 50,
        pattern: CA_NETWORK_EMAIL,
      }),
    ),
    emailForm,
  ],
  CRC: [
    form(
      'costa_rica',
      'Local bank account',
      recipient(),
      ibans.nationalIban(
        'CR',
        {
          format: '**** **** **** **** **** **',
          example: 'CR05015202001026284066',
          min: 22,
          max: 22,
        },
        "Recipient's IBAN",
      ),
      select(
        'idDocumentType',
        'ID document type',
        choices({
          NATIONAL_ID_CARD: 'National ID number (Cédula de Identidad)',
          FOREIGN_ID: 'Foreigner ID number (DIMEX)',
          BUSINESS_ID: 'Business ID number (Cédula Jurídica)',
        }),
        { example: 'Please choose an ID type' },
      ),
      text('idDocumentNumber', "Recipient's identification number", { example: '901270245' }),
    ),
    emailForm,
  ],
  MXN: [
    form(
      'mexican',
      'CLABE',
      recipient({ max: 40 }),
      text('clabe', 'CLABE', {
        example: '032180000118359719',
        min: 18,
        max: 18,
        pattern: String.raw`^\d{5}\s?\d{8}\s?\d{5}$`,
        canonical: canonicalNumber,
        check: check.clabe,
        message: 'Please enter a valid CLABE',
      }),
      text('identificationNumber', 'CURP/RFC', { required: false }),
    ),
    emailForm,
  ],
  USD: [
    form('aba', 'ACH', recipient(), routingNumber('Routing number', 'abartn'), americanAccount),
    form(
      'fedwire_local',
      'Wire',
      recipient(),
      routingNumber('Fedwire routing number'),
      americanAccount,
    ),
    form(
      'swift_code',
      'SWIFT',
      recipient(),
      shared.swiftCode(),
      shared.swiftAccount,
      shared.address,
    ),
  ],
}
