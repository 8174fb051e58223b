// Calls on account details for the random walk.

import {
  importPayment,
  orderDetails,
  payFee,
  returnPayment,
} from '../../src/account-details/test/fixtures.ts'
import { type Act, anyOf, CURRENCIES, randomAmount, type WeightedAct } from './walk.ts'

const orderAccountDetails: Act = async ({ person, profiles, orders }, random) => {
  const profile = random.pick(profiles)
  const reply = await orderDetails(person, random.pick(CURRENCIES), profile)
  if (reply.status === 200) orders.push({ id: reply.body.id, profile })
  return reply
}

const payDetailsFee: Act = async ({ person, orders }, random) => {
  const chosen = anyOf(random, orders)
  return chosen && payFee(person, chosen.id, chosen.profile)
}

const receiveDeposit: Act = async ({ person, profiles, payments }, random) => {
  const profile = random.pick(profiles)
  const reply = await importPayment(person, random.pick(CURRENCIES), randomAmount(random), {
    profile,
  })
  if (reply.status === 201) payments.push({ id: reply.body.id, profile })
  return reply
}

const returnDeposit: Act = async ({ person, payments }, random) => {
  const payment = anyOf(random, payments)
  return payment && returnPayment(person, payment.id, {}, payment.profile)
}

export const accountDetailsActs: readonly WeightedAct[] = [
  ['order details', 4, orderAccountDetails],
  ['pay details fee', 2, payDetailsFee],
  ['deposit', 6, receiveDeposit],
  ['return deposit', 4, returnDeposit],
]
