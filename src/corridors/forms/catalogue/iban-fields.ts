// The fields IBAN and BIC: the countries that each currency's route reaches, and examples that the form
// accepts (D90).

import { lazy } from '../../../kernel/lazy.ts'
import { entryOf } from '../../routes/catalogue/index.ts'
import * as check from '../checks.ts'
import { canonicalNumber, type Field, type FieldOptions, text } from '../field.ts'

/** The example account of the IBAN registry, and a BIC of its country. */
type Sample = { readonly iban: string; readonly bic: string }

const samples = {
  BGN: { iban: 'BG80BNBG96611020345678', bic: 'BNBGBGSD' },
  CHF: { iban: 'CH9300762011623852957', bic: 'UBSWCHZH80A' },
  CZK: { iban: 'CZ6508000000192000145399', bic: 'GIBACZPX' },
  DKK: { iban: 'DK5000400440116243', bic: 'DABADKKK' },
  EGP: { iban: 'EG380019000500000000263180002', bic: 'NBEGEGCX' },
  EUR: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  GBP: { iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
  GEL: { iban: 'GE29NB0000000101904917', bic: 'BAGAGE22' },
  HUF: { iban: 'HU42117730161111101800000000', bic: 'OTPVHUHB' },
  NOK: { iban: 'NO9386011117947', bic: 'DNBANOKK' },
  PKR: { iban: 'PK36SCBL0000001123456702', bic: 'SCBLPKKX' },
  PLN: { iban: 'PL61109010140000071219812874', bic: 'WBKPPLPP' },
  RON: { iban: 'RO49AAAA1B31007593840000', bic: 'RNCBROBU' },
  SEK: { iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
  UAH: { iban: 'UA213223130000026007233566001', bic: 'PBANUA2X' },
} satisfies Readonly<Record<string, Sample>>

export type IbanCurrency = keyof typeof samples

export const sampleOf = (currency: IbanCurrency): Sample => samples[currency]

/** Checks the country of an IBAN: euros can be paid to SEPA countries, other currencies to those of their catalogue entry. */
function routeCheck(currency: IbanCurrency): Pick<Field, 'furtherChecks'> {
  if (currency === 'EUR')
    return countryCheck(check.sepaCountries, 'Please enter an IBAN of a country of the SEPA area')
  const { countries } = entryOf(currency)
  return countryCheck(
    lazy(() => new Set(countries.split(' '))),
    `Please enter an IBAN that begins with ${countries.replaceAll(' ', ' or ')}`,
  )
}

const countryCheck = (countries: () => ReadonlySet<string>, message: string) => ({
  furtherChecks: [{ check: check.ibanAmong(countries), message }],
})

const IBAN_FORMAT = '**** **** **** **** **** **** **** ****'
const WRONG_IBAN = 'Please enter a valid IBAN'

const IBAN: FieldOptions = {
  refresh: true,
  format: IBAN_FORMAT,
  min: 14,
  max: 42,
  pattern: '^[a-zA-Z]{2}[a-zA-Z0-9 ]{12,40}$',
  canonical: canonicalNumber,
  check: check.iban,
  message: WRONG_IBAN,
}

/** An IBAN of a country that the currency's route reaches. */
export const iban = (currency: IbanCurrency): Field =>
  text('IBAN', 'IBAN', { ...IBAN, example: samples[currency].iban, ...routeCheck(currency) })

/** An IBAN of any country. */
export const anyIban: Field = text('IBAN', 'IBAN', { ...IBAN, example: samples.EUR.iban })

/** The IBAN of a scheme that serves one country. */
export const nationalIban = (countryCode: string, options: FieldOptions, label = 'IBAN'): Field =>
  text('IBAN', label, {
    canonical: canonicalNumber,
    check: check.iban,
    message: WRONG_IBAN,
    ...countryCheck(
      lazy(() => new Set([countryCode])),
      `Please enter an IBAN that begins with ${countryCode}`,
    ),
    ...options,
  })

const BIC: FieldOptions = {
  required: false,
  min: 8,
  max: 11,
  canonical: check.bicText,
  check: check.bic,
  message: 'Please enter a valid BIC',
  furtherChecks: [
    {
      check: check.bicAtIban,
      message: 'Please enter the BIC of a bank in the country of the IBAN',
    },
  ],
}
const BIC_LABEL = 'Bank code (BIC/SWIFT)'
const BIC_PATTERN = String.raw`^[A-Za-z]{6}[A-Za-z\d]{2}([A-Za-z\d]{3})?$`

export const bic = (currency: IbanCurrency): Field =>
  text('BIC', BIC_LABEL, { ...BIC, pattern: BIC_PATTERN, example: samples[currency].bic })

export const bicWithoutPattern = (currency: IbanCurrency): Field =>
  text('BIC', BIC_LABEL, { ...BIC, example: samples[currency].bic })
