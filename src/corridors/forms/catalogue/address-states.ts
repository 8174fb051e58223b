// The states, provinces and territories that the field `address.state` accepts. Only four countries have a list
// (Facts 8.3).

import { lazy } from '../../../kernel/lazy.ts'
import type { Choice } from '../wire.ts'

const STATES: Readonly<Record<string, string>> = {
  AU: `ACT=Australian Capital Territory, NSW=New South Wales, NT=Northern Territory, QLD=Queensland,
    SA=South Australia, TAS=Tasmania, VIC=Victoria, WA=Western Australia`,
  BR: `AC=Acre, AL=Alagoas, AP=Amapá, AM=Amazonas, BA=Bahia, CE=Ceará, DF=Distrito Federal,
    ES=Espírito Santo, GO=Goiás, MA=Maranhão, MT=Mato Grosso, MS=Mato Grosso do Sul,
    MG=Minas Gerais, PA=Pará, PB=Paraíba, PR=Paraná, PE=Pernambuco, PI=Piauí, RJ=Rio de Janeiro,
    RN=Rio Grande do Norte, RS=Rio Grande do Sul, RO=Rondônia, RR=Roraima, SC=Santa Catarina,
    SP=São Paulo, SE=Sergipe, TO=Tocantins`,
  CA: `AB=Alberta, BC=British Columbia, MB=Manitoba, NB=New Brunswick,
    NL=Newfoundland and Labrador, NT=Northwest Territories, NS=Nova Scotia, NU=Nunavut, ON=Ontario,
    PE=Prince Edward Island, QC=Quebec, SK=Saskatchewan, YT=Yukon`,
  US: `AL=Alabama, AK=Alaska, AZ=Arizona, AR=Arkansas, CA=California, CO=Colorado, CT=Connecticut,
    DE=Delaware, DC=District of Columbia, FL=Florida, GA=Georgia, HI=Hawaii, ID=Idaho, IL=Illinois,
    IN=Indiana, IA=Iowa, KS=Kansas, KY=Kentucky, LA=Louisiana, ME=Maine, MD=Maryland,
    MA=Massachusetts, MI=Michigan, MN=Minnesota, MS=Mississippi, MO=Missouri, MT=Montana,
    NE=Nebraska, NV=Nevada, NH=New Hampshire, NJ=New Jersey, NM=New Mexico, NY=New York,
    NC=North Carolina, ND=North Dakota, OH=Ohio, OK=Oklahoma, OR=Oregon, PA=Pennsylvania,
    RI=Rhode Island, SC=South Carolina, SD=South Dakota, TN=Tennessee, TX=Texas, UT=Utah,
    VT=Vermont, VA=Virginia, WA=Washington, WV=West Virginia, WI=Wisconsin, WY=Wyoming`,
}

const byCountry = lazy(
  () =>
    new Map(
      Object.entries(STATES).map(([country, list]) => [
        country,
        list.split(/,\s*/).map((entry): Choice => {
          const at = entry.indexOf('=')
          return { key: entry.slice(0, at), name: entry.slice(at + 1) }
        }),
      ]),
    ),
)

/** The states of a country by its alpha-2 code; undefined for a country without a list. */
export function addressStatesOf(country: string): readonly Choice[] | undefined {
  return byCountry().get(country)
}

/** The codes of `addressStatesOf`, in capitals. */
export function stateCodesOf(country: string): readonly string[] | undefined {
  return addressStatesOf(country)?.map(({ key }) => key)
}

// A 2.2: "state for US/Canada/Brazil". Australia's list is shown (Facts 10.5) but not required.
const REQUIRED = new Set(['US', 'CA', 'BR'])

/** Whether a complete address in `country` must contain a state. */
export const requiresState = (country: string): boolean => REQUIRED.has(country)
