// Recipient forms: Africa, Australia and the Pacific. Figures and labels are those of Facts 10.5.

import * as check from '../checks.ts'
import { canonicalNumber, type Form, form, text } from '../field.ts'
import { banks } from './banks.ts'
import * as shared from './shared-fields.ts'

const { emailForm, ibanForm, personRecipient, recipient } = shared

export const africaAndPacific: Readonly<Record<string, readonly Form[]>> = {
  AUD: [
    form(
      'australian',
      'Local bank account',
      recipient({ min: 3, max: 35 }),
      text('bsbCode', 'BSB code', {
        example: '802985',
        min: 6,
        max: 7,
        pattern: String.raw`^\d{3}\-?\d{3}$`,
        canonical: canonicalNumber,
        validator: 'bsb-code',
        message: 'Please enter a valid BSB code',
      }),
      shared.account('Account number', {
        example: '123456789',
        min: 4,
        max: 28,
        pattern: String.raw`^\d{4,9}$`,
      }),
    ),
    form(
      'australian_bpay',
      'BPAY',
      shared.businessOnlyFixed,
      shared.emailOptional,
      text('billerCode', 'BPAY biller code', {
        example: '12345',
        min: 3,
        max: 10,
        pattern: '^[0-9]{3,10}$',
      }),
      text('customerReferenceNumber', 'Customer Reference Number (CRN)', {
        example: '0123456789',
        min: 2,
        max: 20,
        pattern: String.raw`^(\s*(?:\d\s*){2,20})$`,
        canonical: canonicalNumber,
      }),
    ),
    emailForm,
  ],
  EGP: [ibanForm('EGP'), emailForm],
  FJD: [
    form(
      'fiji_mobile',
      'M-PAiSA',
      personRecipient(),
      shared.account('MPAiSA mobile account number', {
        example: '6793312000',
        canonical: check.phoneText,
        check: check.phoneIn('FJ'),
      }),
    ),
    emailForm,
  ],
  KES: [
    form(
      'kenya_mobile',
      'M-PESA',
      recipient(),
      shared.account('Mobile account number', {
        example: '+254123456789',
        canonical: check.phoneText,
        check: check.phoneIn('KE'),
      }),
    ),
    form(
      'kenya_local',
      'Local bank account',
      recipient(),
      shared.bank(banks.kenya),
      shared.account('Account number', {
        example: '0023183991919',
        min: 8,
        max: 20,
        pattern: String.raw`^\d{8,20}$`,
      }),
    ),
    emailForm,
  ],
  MAD: [
    form(
      'morocco',
      'Local bank account',
      recipient(),
      shared.bank(banks.morocco),
      shared.account('Account number (RIB)', {
        example: '123456789012345678901234',
        min: 24,
        max: 24,
        pattern: String.raw`^\d{24}$`,
        check: check.moroccanRib,
      }),
    ),
    emailForm,
  ],
  MZN: [
    form(
      'mozambique_local',
      'Local bank account',
      recipient(),
      shared.bank(banks.mozambique),
      shared.account('Account number (NIB)', {
        example: '000301080016367102371',
        min: 21,
        max: 29,
        pattern: String.raw`^\d{21}$`,
        check: check.mozambicanNib,
      }),
    ),
    emailForm,
  ],
  NAD: [
    form(
      'namibia_local',
      'Local bank account',
      recipient(),
      shared.bank(banks.namibia, { refresh: true }),
      shared.branch('NAD', { example: "Please choose recipient's branch" }),
      shared.account('Account number', {
        example: '1020667389342',
        min: 8,
        max: 20,
        pattern: String.raw`^\d{8,20}$`,
      }),
    ),
    emailForm,
  ],
  NGN: [
    form(
      'nigeria',
      'Local bank account',
      recipient(),
      shared.bank(banks.nigeria),
      shared.account('Account number', {
        example: '0584412903',
        pattern: String.raw`^\d{10}$`,
      }),
    ),
    emailForm,
  ],
  NZD: [
    form(
      'newzealand',
      'Local bank account',
      recipient({ min: 3, max: 35 }),
      shared.account('Account number', {
        format: '**-****-*******-***',
        example: '03-1587-0050000-00',
        min: 15,
        max: 22,
        pattern: String.raw`^\d{2}([- ])?\d{4}\1?\d{7}\1?\d{2,3}$`,
        check: check.newZealand,
      }),
    ),
    emailForm,
  ],
  TZS: [
    form(
      'tanzania_local',
      'Local bank account',
      personRecipient(),
      shared.bank(banks.tanzania),
      shared.account('Account number', {
        example: '0023183991919',
        pattern: String.raw`^\d{8,20}$`,
      }),
    ),
    emailForm,
  ],
  UGX: [
    form(
      'uganda_local',
      'Local bank account',
      personRecipient(),
      shared.bank(banks.uganda),
      shared.account('Account number', {
        example: '1223183991919',
        pattern: String.raw`^\d{8,20}$`,
      }),
    ),
    emailForm,
  ],
  ZAR: [
    form(
      'southafrica',
      'Local bank account',
      recipient({ max: 35 }),
      shared.bankBySwift("Recipient's bank name [BIC/SWIFT]", banks.southAfrica),
      shared.account('Account number', {
        example: '00052312891',
        min: 7,
        max: 11,
        pattern: String.raw`^\d{7,11}$`,
      }),
      shared.phone("Recipient's phone number (optional)", 'ZA', {
        required: false,
        example: '+27111234567',
        min: 7,
        max: 20,
      }),
    ),
    emailForm,
  ],
}
