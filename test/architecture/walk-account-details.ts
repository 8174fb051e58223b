// The calls of the random walk about account details.

import {
  importPayment,
  orderDetails,
  payFee,
  returnPayment,
} from '../../src/account-details/test/fixtures.ts'
import { type Act, amount, anyOf, CURRENCIES } from './walk.ts'

const order: Act = async ({ person, profiles, orders }, random) => {
  const profile = random.pick(profiles)
  const reply = await orderDetails(person, random.pick(CURRENCIES), profile)
  if (reply.status === 200) orders.push({ id: reply.body.id, profile })
  return reply
}

const fee: Act = async ({ person, orders }, random) => {
  const chosen = anyOf(random, orders)
  return chosen && payFee(person, chosen.id, chosen.profile)
}

const deposit: Act = async ({ person, profiles, payments }, random) => {
  const profile = random.pick(profiles)
  const reply = await importPayment(person, random.pick(CURRENCIES), amount(random), { profile })
  if (reply.status === 201) payments.push({ id: reply.body.id, profile })
  return reply
}

const returnDeposit: Act = async ({ person, payments }, random) => {
  const payment = anyOf(random, payments)
  return payment && returnPayment(person, payment.id, {}, payment.profile)
}

export const accountDetailsActs: readonly (readonly [name: string, weight: number, act: Act])[] = [
  ['order details', 4, order],
  ['pay details fee', 2, fee],
  ['deposit', 6, deposit],
  ['return deposit', 4, returnDeposit],
]
