// Recipient forms: the Emirates, southern and south-eastern Asia. Figures and labels are those of Facts 10.5.

import * as check from '../checks.ts'
import { canonicalNumber, type Form, form, text } from '../field.ts'
import { banks } from './banks.ts'
import * as ibans from './iban-fields.ts'
import * as shared from './shared-fields.ts'

const { emailForm, personRecipient, recipient } = shared

export const southernAsia: Readonly<Record<string, readonly Form[]>> = {
  AED: [
    form(
      'emirates',
      'Local bank account',
      recipient(),
      ibans.nationalIban('AE', {
        format: '**** **** **** **** **** ***',
        example: 'AE070331234567890123456',
        min: 20,
        max: 28,
        pattern: String.raw`^AE\d{21}$`,
      }),
    ),
    emailForm,
  ],
  BDT: [
    form(
      'bangladesh',
      'Local bank account',
      personRecipient(),
      shared.bank(banks.bangladesh, { refresh: true, example: shared.ENTER_BANK }),
      shared.branch('BDT', { example: 'Please enter branch name' }),
      shared.account('Account number', { example: '5060011118', min: 1, max: 17 }),
    ),
    form(
      'bkash',
      'bKash account',
      personRecipient(),
      shared.account('bKash account number', {
        example: '8801712345678',
        pattern: String.raw`^\+?880\d{10}$`,
      }),
    ),
  ],
  IDR: [
    form(
      'indonesian',
      'Local bank account',
      recipient(),
      shared.bank(banks.indonesia, { example: shared.ENTER_BANK }),
      shared.account('Account number (IDR accounts only)', {
        example: '6789112345678',
        min: 7,
        max: 18,
        pattern: String.raw`^\d{7,18}$`,
      }),
    ),
    emailForm,
  ],
  INR: [
    form(
      'indian',
      'Local bank account',
      recipient(),
      text('ifscCode', 'IFSC code', {
        example: 'YESB0236041',
        min: 11,
        max: 11,
        pattern: '^[A-Za-z]{4}0[A-Za-z0-9]{6}$',
        canonical: (text) => text.toUpperCase(),
        validator: 'ifsc-code',
        message: 'Please enter a valid IFSC code',
      }),
      shared.account('Account number', {
        example: '678911234567891',
        min: 5,
        max: 20,
        pattern: '^[a-zA-Z0-9]{5,20}$',
      }),
      shared.address,
    ),
    form(
      'indian_upi',
      'UPI',
      recipient(),
      shared.account('UPI ID', {
        example: 'provider@yesb',
        min: 5,
        max: 255,
        check: check.upiId,
      }),
      shared.address,
    ),
  ],
  LKR: [
    form(
      'srilanka',
      'Local bank account',
      recipient(),
      shared.bank(banks.sriLanka, { refresh: true, example: shared.ENTER_BANK }),
      shared.branch('LKR', { example: 'Please enter branch name' }),
      shared.account('Account number', {
        example: '5060011118',
        min: 6,
        max: 16,
        pattern: '[0-9]{6,16}',
      }),
    ),
  ],
  MYR: [
    form(
      'malaysian_duitnow',
      'DuitNow',
      recipient(),
      shared.accountTypeList({
        ARMY_OR_POLICE_NUMBER: 'Army/Police Number',
        BUSINESS_REGISTRATION_NUMBER: 'Business Registration Number',
        MOBILE_NUMBER: 'Mobile Number',
        NRIC: 'NRIC',
      }),
      shared.account('Duitnow ID', {
        example: '+601122223333',
        min: 9,
        max: 16,
        canonical: check.duitNowText,
        check: check.duitNowId,
      }),
    ),
    form(
      'malaysian',
      'Local bank account',
      recipient({ min: 3, max: 50 }),
      shared.bankBySwift('Bank name [BIC/SWIFT]', banks.malaysia, {
        example: 'RHB Bank [RHBBMYKL]',
      }),
      shared.account('Account number', {
        example: '159012938613',
        min: 6,
        max: 20,
        pattern: String.raw`^\d{6,20}$`,
      }),
    ),
    emailForm,
  ],
  NPR: [
    form(
      'nepal',
      'Local bank account',
      personRecipient(),
      shared.bank(banks.nepal),
      shared.account('Account number', {
        example: '123456789',
        min: 9,
        max: 20,
        pattern: '^[0-9a-zA-Z]+$',
      }),
    ),
    emailForm,
  ],
  PHP: [
    form(
      'philippines',
      'Local bank account',
      recipient(),
      shared.bank(banks.philippines),
      shared.account('Account number (PHP accounts only)', {
        example: '0044123',
        min: 7,
        max: 20,
        pattern: String.raw`^\d{7,20}$`,
      }),
      shared.city,
    ),
    form(
      'philippinesmobile',
      'E-Wallet',
      recipient(),
      {
        ...shared.bank(banks.philippineWallets),
        label: 'Wallet provider',
        example: 'Select E-Wallet provider',
      },
      shared.account("Recipient's E-Wallet number", {
        example: '639171234567',
        canonical: check.phoneText,
        check: check.phoneIn('PH'),
      }),
      shared.city,
    ),
    emailForm,
  ],
  PKR: [form('iban', 'IBAN', personRecipient(), ibans.bic('PKR'), ibans.iban('PKR')), emailForm],
  SGD: [
    form(
      'singapore',
      'Local bank account',
      recipient({ min: 3, max: 35 }),
      shared.bank(banks.singapore),
      shared.account('Account number', {
        example: '0052312891',
        max: 25,
        pattern: String.raw`^[\d -]+$`,
        canonical: canonicalNumber,
      }),
    ),
    form(
      'singapore_paynow',
      'PayNow',
      recipient(),
      shared.account('Mobile number or Unique Entity Number (UEN)', {
        example: '+6587654321',
        min: 8,
        max: 14,
        canonical: check.phoneOrNumberText,
        check: check.payNowId,
      }),
    ),
    emailForm,
  ],
  THB: [
    form(
      'thailand',
      'Local bank account',
      recipient(),
      shared.bank(banks.thailand, { example: shared.ENTER_BANK }),
      shared.account('Account number', {
        format: '***-*-*****-*******',
        example: '951-7-38426-0',
        min: 5,
        max: 17,
        pattern: String.raw`^((H?\d{2})|\d{3})-?\d{1}-?\d{5}-?\d{1,7}`,
      }),
      shared.address,
    ),
    emailForm,
  ],
  VND: [
    form(
      'vietname_earthport',
      'Local bank account',
      recipient({ max: 255 }),
      shared.bankBySwift('Bank code (BIC/SWIFT)', banks.vietnam),
      shared.account('Account number', {
        example: '1234567890',
        min: 1,
        max: 34,
        pattern: '^[0-9a-zA-Z]{1,35}$',
      }),
    ),
    emailForm,
  ],
}
