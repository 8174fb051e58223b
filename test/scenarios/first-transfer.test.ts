// An application signs up a user. The user sends money from a balance, and a webhook reports each change of status.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../support/service.ts'
import { createsTransfer, ok, outcome, simulate } from '../support/transfers.ts'
import { moneyOf, movesAt, termsOf } from './observations.ts'

const RECEIVER = 'https://zoe.example/hooks'

describe('a first transfer', () => {
  const service = testService()

  it('succeeds from the registration code to the pay-out', async () => {
    const application = await service.createClient()
    const email = `zoe-${randomUUID()}@example.com`
    const registrationCode = randomUUID()
    await ok(
      application.call('POST /v1/user/signup/registration_code', {
        body: { email, registrationCode },
      }),
    )
    const credentials = Buffer.from(`${application.clientKey}:${application.secret}`).toString(
      'base64',
    )
    const grant = new URLSearchParams({
      grant_type: 'registration_code',
      client_id: application.clientKey,
      email,
      registration_code: registrationCode,
    })
    const issued = await ok(
      service.call('POST /oauth/token', {
        body: grant.toString(),
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
    )
    expect(issued).toMatchObject({ token_type: 'bearer', expires_in: 43199 })
    const call = (route: string, body?: object) =>
      service.call(route, {
        token: issued.access_token,
        ...(body && { body }),
        ...(route.startsWith('POST /v4') && { headers: { 'x-idempotence-uuid': randomUUID() } }),
      })

    const profile = await ok(
      call('POST /v1/profiles', {
        type: 'personal',
        details: {
          firstName: 'Zoë',
          lastName: 'Mercer',
          dateOfBirth: '1988-02-29',
          phoneNumber: '+447700900123',
        },
      }),
    )
    await ok(call('POST /v1/simulation/verify-profile'))

    const balance = await ok(
      call(`POST /v4/profiles/${profile.id}/balances`, { currency: 'GBP', type: 'STANDARD' }),
    )
    const toppedUp = await ok(
      call('POST /v1/simulation/balance/topup', {
        profileId: profile.id,
        balanceId: balance.id,
        currency: 'GBP',
        amount: 300,
      }),
    )
    expect(toppedUp.balancesAfter).toEqual([{ id: balance.id, value: 300, currency: 'GBP' }])
    await ok(
      call(`POST /v3/profiles/${profile.id}/subscriptions`, {
        name: 'steps',
        trigger_on: 'transfers#state-change',
        delivery: { version: '2.0.0', url: RECEIVER },
      }),
    )

    const quote = await ok(
      call(`POST /v3/profiles/${profile.id}/quotes`, {
        sourceCurrency: 'GBP',
        targetCurrency: 'EUR',
        targetAmount: 200,
        preferredPayIn: 'BALANCE',
      }),
    )
    const recipient = await ok(
      call('POST /v1/accounts', {
        profile: profile.id,
        currency: 'EUR',
        type: 'iban',
        accountHolderName: 'Lia Mercer',
        details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
      }),
    )
    const patched = await ok(
      call(`PATCH /v3/profiles/${profile.id}/quotes/${quote.id}`, { targetAccount: recipient.id }),
    )
    expect(patched).toMatchObject({ targetAccount: recipient.id, rate: quote.rate })
    const transfer = await ok(
      call('POST /v1/transfers', {
        targetAccount: recipient.id,
        quoteUuid: quote.id,
        customerTransactionId: randomUUID(),
        details: { reference: 'For the flat' },
      }),
    )
    expect(transfer).toMatchObject({
      status: 'incoming_payment_waiting',
      targetValue: 200,
      hasActiveIssues: false,
    })

    const payment = await ok(
      call(`POST /v3/profiles/${profile.id}/transfers/${transfer.id}/payments`, {
        type: 'BALANCE',
      }),
    )
    expect(payment.status).toBe('COMPLETED')
    for (const name of ['processing', 'funds_converted', 'outgoing_payment_sent'])
      expect((await ok(call(`GET /v1/simulation/transfers/${transfer.id}/${name}`))).status).toBe(
        name,
      )

    const { source, fee, target } = termsOf(patched, 'BALANCE')
    expect(target).toBe(200_00n)
    expect(await moneyOf(service, profile.id, transfer.id)).toEqual({
      [`available:${balance.id} GBP`]: -source,
      'fees GBP': fee,
      'desk GBP': source - fee,
      'desk EUR': -target,
      'pay-out EUR': target,
    })
    const left = await ok(call(`GET /v4/profiles/${profile.id}/balances/${balance.id}`))
    expect(left.amount).toEqual({ value: Number(300_00n - source) / 100, currency: 'GBP' })
    const used = await ok(call(`GET /v3/profiles/${profile.id}/quotes/${quote.id}`))
    expect(used.status).toBe('FUNDED')

    await service.settle()
    expect(movesAt(service, RECEIVER, transfer.id)).toEqual([
      'null -> incoming_payment_waiting',
      'incoming_payment_waiting -> processing',
      'processing -> funds_converted',
      'funds_converted -> outgoing_payment_sent',
    ])
  })

  it('is not converted before the sender is verified, although it is paid', async () => {
    const ann = await service.createUser({ verified: false })
    const { id, hasActiveIssues } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    expect(hasActiveIssues).toBe(true)
    expect((await simulate(ann, id, 'processing')).body.status).toBe('processing')
    const held = await simulate(ann, id, 'funds_converted')
    expect(outcome(held)).toBe('409 wrong_status')
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    const moved = await ok(simulate(ann, id, 'funds_converted'))
    expect(moved).toMatchObject({ status: 'funds_converted', hasActiveIssues: false })
  })
})
