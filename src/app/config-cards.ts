// Reads what an operator may set about cards (D58, D61).

import type { Settings } from '../kernel/settings.ts'
import { ConfigError, type Env } from './config-values.ts'
import { defaultSettings } from './settings.ts'

const NETWORK = /^[A-Z][A-Z_]{0,39}$/
/** 9 and 999 stand for no network and no country, so such a number is nobody's card. */
const BIN = /^999\d{3}$/

export function cardConfigOf(env: Env): Pick<Settings, 'cardNetworks' | 'cardBins'> {
  const { cardNetworks, cardBins } = defaultSettings
  return {
    cardNetworks: pairOf(env, 'CARD_NETWORK', cardNetworks, NETWORK, 'capital letters and _'),
    cardBins: pairOf(env, 'CARD_BIN', cardBins, BIN, 'six digits that begin with 999'),
  }
}

type Pair = { readonly A: string; readonly B: string }

function pairOf(env: Env, name: string, defaults: Pair, form: RegExp, allowed: string): Pair {
  const A = env[`${name}_A`] || defaults.A
  const B = env[`${name}_B`] || defaults.B
  for (const [letter, value] of Object.entries({ A, B }))
    if (!form.test(value))
      throw new ConfigError(`${name}_${letter} is ${value}; it must be ${allowed}.`)
  if (A === B) throw new ConfigError(`${name}_A and ${name}_B are both ${A}; they must differ.`)
  return { A, B }
}
