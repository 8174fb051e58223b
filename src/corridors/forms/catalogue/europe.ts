// Recipient forms: Europe, the Caucasus, Turkey and Israel. Figures and labels are those of Facts 10.5.

import * as check from '../checks.ts'
import { type Form, form, type Line, radio, select, text } from '../field.ts'
import type { IbanCurrency } from './iban-fields.ts'
import * as ibans from './iban-fields.ts'
import { russianRegions } from './lists.ts'
import * as shared from './shared-fields.ts'

const { emailForm, ibanForm, recipient } = shared

/** The forms of a currency that is paid only by IBAN. */
const byIban = (currency: IbanCurrency): readonly Form[] => [ibanForm(currency), emailForm]

const czechAccountNumber: Line = {
  row: 'Account number',
  group: [
    text('prefix', 'Account prefix (optional)', {
      required: false,
      example: '000000',
      max: 6,
      pattern: String.raw`^\d{0,6}$`,
      check: check.czechNumber,
    }),
    text('accountNumber', 'Account number', {
      example: '5060011118',
      min: 10,
      max: 10,
      pattern: String.raw`^\d{10}$`,
      check: check.czechNumber,
    }),
    text('bankCode', 'Bank code', {
      example: '5500',
      min: 4,
      max: 4,
      pattern: String.raw`^\d{4}$`,
    }),
  ],
}

const HUNGARIAN_NAME = String.raw`^[0-9A-Za-zÀ-ÖØ-öø-ÿ-_()őŐűŰ'*,.%#^@&{}~<>+$"\[\]\\ ]+$`
/** The pattern of names in Facts 10.5. D17 replaces it in most currencies. */
const UNCHANGED_NAME = String.raw`^[0-9A-Za-zÀ-ÖØ-öø-ÿ-_()'*,.%#^@&{}~<>+$"\[\]\\ ]+$`
const TURKISH_NAME = "^[A-Za-z0-9âçğıİîöşüûÂÇĞIİÎÖŞÜÛ0-9-_()'*,. ]+$"
const RUSSIAN_NAME = String.raw`^[а-яА-ЯёЁ' \-]+$`

const russianNamePart = (key: string, label: string) =>
  text(key, label, { min: 1, max: 30, pattern: RUSSIAN_NAME })

export const europe: Readonly<Record<string, readonly Form[]>> = {
  BGN: byIban('BGN'),
  CHF: byIban('CHF'),
  CZK: [
    form('czech', 'Local bank account', recipient(), czechAccountNumber),
    ibanForm('CZK'),
    emailForm,
  ],
  DKK: byIban('DKK'),
  EUR: [
    form('iban', 'Inside Europe', recipient(), ibans.bic('EUR'), ibans.iban('EUR')),
    form(
      'swift_code',
      'Outside Europe',
      recipient(),
      shared.swiftCode({ refresh: true }),
      shared.swiftAccount,
    ),
    emailForm,
  ],
  GBP: [
    form(
      'sort_code',
      'Local bank account',
      recipient(),
      text('sortCode', 'UK sort code', {
        format: '**-**-**',
        example: '40-30-20',
        min: 6,
        max: 8,
        pattern: String.raw`^\d{2}-?\d{2}-?\d{2}$`,
        validator: 'sort-code',
        check: check.sortCode,
        message: 'Unknown bank code. Please check the sort code is correct and try again.',
      }),
      shared.account('Account number', {
        example: '12345678',
        min: 8,
        max: 8,
        pattern: '[0-9]{8}',
      }),
    ),
    ibanForm('GBP'),
    emailForm,
  ],
  GEL: byIban('GEL'),
  HUF: [
    form(
      'hungarian',
      'Local bank account',
      shared.anyLegalType,
      shared.emailOptional,
      shared.holderWithPattern(HUNGARIAN_NAME),
      shared.account('Account number', {
        format: '********-********-********',
        example: '120000071234567800000008',
        min: 16,
        max: 24,
        pattern: '^[1-9][0-9]{7}-?([0-9]{8})?-?[0-9]{8}$',
        validator: 'hungarian-account-number',
        check: check.hungarianAccount,
      }),
    ),
    form(
      'iban',
      'IBAN',
      shared.anyLegalType,
      shared.emailOptional,
      shared.holderWithPattern(UNCHANGED_NAME),
      ibans.bic('HUF'),
      ibans.iban('HUF'),
    ),
    shared.emailFormAnyName,
  ],
  ILS: [
    form(
      'israeli_local',
      'IBAN',
      recipient({ min: 4, max: 100 }),
      ibans.nationalIban('IL', {
        format: '**** **** **** **** **** ***',
        example: 'IL620108000000099999999',
        min: 23,
        max: 28,
        pattern: String.raw`^IL\d{2}([-_\s]?\d{4}){4}[-_\s]?\d{3}$`,
      }),
      shared.address,
    ),
    emailForm,
  ],
  NOK: byIban('NOK'),
  PLN: [
    form(
      'polish',
      'Local bank account',
      recipient({ max: 255 }),
      ibans.bicWithoutPattern('PLN'),
      shared.account('Account number', {
        example: ibans.sampleOf('PLN').iban.slice('PL'.length),
        min: 26,
        max: 26,
        pattern: '^[0-9]{26}$',
        check: check.polishAccount,
      }),
    ),
    ibanForm('PLN'),
    emailForm,
  ],
  RON: byIban('RON'),
  RUB: [
    form(
      'russiarapida',
      'Local bank account',
      shared.personOnlyFixed,
      shared.emailOptional,
      shared.holderWithPattern(RUSSIAN_NAME, { required: false }),
      russianNamePart('familyName', 'Family name'),
      russianNamePart('givenName', 'Given name'),
      russianNamePart('patronymicName', 'Patronymic name'),
      radio(
        'cannotHavePatronymicName',
        "The name on my recipient's account doesn't include their patronymic name",
        null,
        { required: false, refresh: true },
      ),
      select('russiaRegion', 'Region', russianRegions, { example: 'OTHER' }),
      text('bankCode', 'BIK (bank code)', {
        example: '041234567',
        min: 9,
        max: 9,
        pattern: String.raw`^04\d{7}$`,
        validator: 'russian-bank-code',
      }),
      shared.account('Account number', {
        example: '40820810999999999999',
        min: 20,
        max: 20,
        pattern: String.raw`^(40|42){1}\d{18}$`,
      }),
      shared.address,
    ),
    shared.emailFormAnyName,
  ],
  SEK: byIban('SEK'),
  TRY: [
    form(
      'turkish_earthport',
      'IBAN',
      shared.anyLegalType,
      shared.emailOptional,
      shared.holderWithPattern(TURKISH_NAME),
      ibans.nationalIban('TR', {
        format: '**** **** **** **** **** **** **** ****',
        example: 'TR330006100519786457841326',
        min: 2,
      }),
    ),
    shared.emailFormAnyName,
  ],
  UAH: [
    form(
      'iban',
      'IBAN',
      recipient(),
      ibans.bic('UAH'),
      ibans.iban('UAH'),
      shared.country,
      shared.city,
      shared.firstLine,
    ),
    form(
      'privatbank',
      'PrivatBank card',
      shared.personRecipient(),
      shared.phone('Phone number linked to bank card', 'UA', {
        example: '380501234567',
        min: 9,
        max: 20,
        pattern: String.raw`^((\+)|(00))?[0-9]{9,15}$`,
      }),
      shared.account('Last 4 digits of UAH PrivatBank card', {
        example: '1234',
        min: 4,
        max: 4,
        pattern: String.raw`^\d{4}$`,
      }),
      shared.address,
    ),
  ],
}
