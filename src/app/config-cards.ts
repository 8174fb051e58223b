// Reads the environment variables about cards (D58, D61).

import { cardLimitsIn } from '../card-orders/index.ts'
import { CARD_LIMIT_MAX } from '../cards/index.ts'
import { ConfigError } from '../kernel/config-error.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Env, Mode } from './config-values.ts'
import { defaultSettings } from './settings.ts'

const NETWORK_NAME_LENGTH_MAX = 40
const NETWORK_NAME = new RegExp(`^[A-Z][A-Z_]{0,${NETWORK_NAME_LENGTH_MAX - 1}}$`)
/**
 * In a card number, 9 is followed by a country code (ISO/IEC 7812), and no country has a code from 990 to 999 (ISO 3166-1).
 * So no number of a real card begins with 999.
 */
const BIN = /^999\d{3}$/

export type CardConfig = Pick<Settings, 'cardNetworks' | 'cardBins' | 'cardLimits'>

export function cardConfigOf(env: Env, mode: Mode): CardConfig {
  const { cardNetworks, cardBins } = defaultSettings
  return {
    cardNetworks: pairOf(env, 'CARD_NETWORK', {
      defaults: cardNetworks,
      pattern: NETWORK_NAME,
      allowed: `at most ${NETWORK_NAME_LENGTH_MAX} capital letters and _, beginning with a letter`,
    }),
    cardBins: pairOf(env, 'CARD_BIN', {
      defaults: cardBins,
      pattern: BIN,
      allowed: 'six digits that begin with 999',
    }),
    cardLimits: cardLimitsOf(env, mode),
  }
}

const LIMITS = /^(\d+),(\d+),(\d+)$/

function cardLimitsOf(env: Env, mode: Mode): CardConfig['cardLimits'] {
  const text = env['GODWIT_CARD_LIMITS'] || undefined
  if (text === undefined) return cardLimitsIn[mode]
  const numbers = LIMITS.exec(text)?.slice(1).map(Number)
  if (numbers === undefined || numbers.some((limit) => limit > CARD_LIMIT_MAX))
    throw new ConfigError(
      `GODWIT_CARD_LIMITS is ${text}. Set it to three whole numbers up to ${CARD_LIMIT_MAX} such as 30,10,3: virtual cards, physical cards, virtual cards a day.`,
    )
  const [virtual = 0, physical = 0, virtualPerDay = 0] = numbers
  return { virtual, physical, virtualPerDay }
}

type Pair = { readonly A: string; readonly B: string }

type PairRule = {
  readonly defaults: Pair
  readonly pattern: RegExp
  /** Describes the expected format in error messages. */
  readonly allowed: string
}

function pairOf(env: Env, name: string, { defaults, pattern, allowed }: PairRule): Pair {
  const A = env[`${name}_A`] || defaults.A
  const B = env[`${name}_B`] || defaults.B
  for (const [letter, value] of Object.entries({ A, B }))
    if (!pattern.test(value))
      throw new ConfigError(`${name}_${letter} is ${value}. Set it to ${allowed}.`)
  if (A === B)
    throw new ConfigError(`${name}_A and ${name}_B are both ${A}. Set them to different values.`)
  return { A, B }
}
