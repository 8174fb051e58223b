// Recipient forms: South America. Figures and labels are those of Facts 10.5.

import * as check from '../checks.ts'
import { canonicalNumber, choices, date, type Form, form, select, text } from '../field.ts'
import { banks } from './banks.ts'
import { nationalities } from './lists.ts'
import * as shared from './shared-fields.ts'

const { emailForm, personRecipient, recipient } = shared

const brazilianBankAndBranch = [
  shared.bank(banks.brazil),
  text('branchCode', 'Branch code', {
    example: '1234',
    min: 4,
    max: 6,
    pattern: String.raw`^[\d\-]{3,5}[\dxX]$`,
    canonical: canonicalNumber,
    validator: 'brazil-branch-code',
  }),
]

const brazilianAccount = (validator?: string) =>
  shared.account('Account number', {
    example: '12345678-9',
    min: 2,
    max: 21,
    canonical: check.brazilianAccountText,
    check: check.brazilianAccount,
    ...(validator === undefined ? {} : { validator }),
  })

const peruvianPerson = [
  text('idDocumentNumber', "Recipient's identification number", {
    example: '09740475',
    min: 7,
    max: 14,
  }),
  shared.phone("Recipient's phone number", 'PE', { example: '+51 987654321', min: 7, max: 20 }),
  select('nationality', 'Nationality', nationalities, {
    required: false,
    example: 'Select nationality',
    min: 3,
    max: 3,
  }),
  text('job', 'Job title', { required: false, min: 3, max: 22 }),
]

export const southAmerica: Readonly<Record<string, readonly Form[]>> = {
  ARS: [
    form(
      'argentina',
      'Local bank account',
      recipient(),
      shared.account('Account number (CBU)', {
        format: '*** **** * ************* *',
        example: '0170099220000067797370',
        pattern: String.raw`^\d{3}\ ?\d{4}\ ?\d\ ?\d{13}\ ?\d$`,
        check: check.cbu,
      }),
      text('taxId', 'Tax ID: CUIL / CUIT', {
        format: '**-********-*',
        example: '20084908488',
        pattern: String.raw`^\d{2}\-?\d{8}\-?\d$`,
        check: check.cuit,
      }),
    ),
    emailForm,
  ],
  BRL: [
    form(
      'brazil',
      'Local bank account',
      personRecipient(),
      brazilianBankAndBranch,
      brazilianAccount('brazil-account-number'),
      shared.accountType(),
      text('cpf', 'Tax registration number (CPF)', {
        example: '529.982.247-25',
        canonical: canonicalNumber,
        validator: 'brazil-cpf',
        check: check.cpf,
      }),
    ),
    form(
      'brazil_business',
      'Brazil local business',
      shared.businessOnly,
      shared.emailRequired,
      shared.holder(),
      brazilianBankAndBranch,
      brazilianAccount(),
      shared.accountType(),
      text('cnpj', 'Tax registration number (CNPJ)', {
        format: '**.***.***/****-**',
        example: '64.753.719/0001-86',
        canonical: canonicalNumber,
        check: check.cnpj,
      }),
    ),
  ],
  CLP: [
    form(
      'chile',
      'Local bank account',
      recipient(),
      // A sample in Facts 17 has 504, the code of a bank that has since become part of 014.
      shared.bank(banks.chile, { alsoAccepted: ['504'] }),
      shared.account('Account number', {
        example: '12345678901234567890',
        min: 4,
        max: 20,
        pattern: '^[0-9]{4,20}$',
      }),
      text('rut', "Recipient's RUT number (Rol Único Tributario)", {
        example: '760864285',
        min: 8,
        max: 12,
        pattern: String.raw`^[0-9Kk\.\-]{8,12}$`,
        canonical: canonicalNumber,
        check: check.rut,
      }),
      shared.accountTypeList(
        {
          CHECKING: 'Checking [cuenta corriente]',
          SAVINGS: 'Savings [cuenta de ahorro]',
          CUENTA_VISTA: 'Demand [cuenta vista]',
        },
        { example: 'Select account type' },
      ),
      shared.phone("Recipient's phone number", 'CL', {
        example: '+56 33 555 5555',
        min: 7,
        max: 20,
      }),
    ),
    emailForm,
  ],
  COP: [
    form(
      'colombia',
      'Local bank account',
      shared.personOnly,
      shared.emailOptional,
      shared.holder({}, "Account holder's full name (including middle names)"),
      shared.bank(banks.colombia, { refresh: true }),
      shared.account("Recipient's account number", { example: '00012345678', min: 4, max: 20 }),
      shared.accountType({ CURRENT: 'Current', SAVINGS: 'Savings' }),
      shared.phone("Recipient's phone number", 'CO', {
        example: '+57 21 5555 5555',
        min: 7,
        max: 20,
      }),
      shared.address,
    ),
  ],
  PEN: [
    form(
      'peru',
      'Local bank account',
      recipient(),
      date('dateOfBirth', "Recipient's date of birth", {
        required: false,
        example: '1990-01-31',
        pattern: String.raw`^\d{4}\-\d{2}\-\d{2}$`,
        check: check.calendarDate,
      }),
      shared.bank(banks.peru),
      shared.account('Account number', {
        example: '12345678901234567890',
        max: 22,
        pattern: '^[0-9-]{1,22}$',
        canonical: canonicalNumber,
      }),
      shared.accountTypeList({
        CHECKING: 'Checking [cuenta corriente]',
        SAVINGS: 'Savings [cuenta de ahorro]',
      }),
      select(
        'idDocumentType',
        'ID document type',
        choices({
          DNI: 'Documento Nacional de Identidad (DNI)',
          RUC: 'Registro Unico Contribuyentes (RUC)',
          C_EXT: 'Carnet de Extranjería (C. Ext)',
          PASSP: 'Passport',
        }),
        { example: 'Please specify ID type' },
      ),
      peruvianPerson,
      shared.address,
    ),
    emailForm,
  ],
  UYU: [
    form(
      'uruguay',
      'Local bank account',
      recipient(),
      shared.accountTypeList({
        CHECKING: 'Checking (cuenta corriente)',
        SAVINGS: 'Savings (cuenta de ahorro)',
      }),
      shared.account('Account number', { example: '265487900', max: 20 }),
      select(
        'idDocumentType',
        'ID type',
        choices({
          NATIONAL_ID: 'National ID number (Cédula de Identidad)',
          BUSINESS_ID: 'Tax ID (RUT/RUC)',
        }),
        { example: 'Please choose an ID type' },
      ),
      text('idDocumentNumber', 'ID number'),
      shared.bank(banks.uruguay, { refresh: true }),
      shared.branch('UYU', { required: false, example: "Please choose recipient's branch" }),
    ),
    emailForm,
  ],
}
