// D128: services of several cells, each with its own database. No two cells issue the same id, token or number, and the
// number of the cell can be read from each.

import { describe, expect, it } from 'vitest'
import { getsDetails } from '../../src/account-details/test/fixtures.ts'
import { ordersIssuedCard } from '../../src/card-orders/test/card-order-fixtures.ts'
import { authorises, clear, readsTransaction } from '../../src/card-transactions/test/terminal.ts'
import { findCard } from '../../src/cards/index.ts'
import { cellOfPan } from '../../src/cards/issue/numbers.ts'
import { secretsOf } from '../../src/cards/test/issued-cards.ts'
import {
  account,
  claimableTransfer,
  claimLinkOf,
  submitClaim,
} from '../../src/claims/test/claiming.ts'
import { composeNumbers } from '../../src/corridors/index.ts'
import { CELL_MAX, cellOfToken } from '../../src/kernel/cells.ts'
import { cellOf, lastIdBefore } from '../../src/kernel/ids.ts'
import {
  challengeToken,
  requestFunding,
  setsPin,
} from '../../src/security/test/protected-requests.ts'
import { clientWithRedirects, obtainCode } from '../../src/users/test/consent-page.ts'
import { requestToken } from '../../src/users/test/token-requests.ts'
import { testService } from '../support/service.ts'
import { createsTransfer, fundTransfer, ok, topsUp } from '../support/transfers.ts'

/** The cell that has issued an id, token or number. */
const issuers = new Map<string | number, number>()

function expectNoOtherIssuer(cell: number, values: readonly (string | number)[]): void {
  expect(values.map((value) => issuers.get(value) ?? cell)).toEqual(values.map(() => cell))
  for (const value of values) issuers.set(value, cell)
}

describe.each([0, 7, CELL_MAX])('D128: cell %i', (cell) => {
  const service = testService({ cell })

  it('issues ids, UUIDs and one-time tokens from which the cell can be read', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 500)
    const transfer = await createsTransfer(ann)
    await ok(fundTransfer(ann, transfer.id))
    const ids = [ann.userId, ann.personal, balanceId, transfer.id, transfer.targetAccount]
    expect(ids.map(cellOf)).toEqual(ids.map(() => cell))
    await setsPin(ann)
    const tokens = [transfer.quoteUuid, challengeToken(await requestFunding(ann))]
    expect(tokens.map(cellOfToken)).toEqual([cell, cell])
    expectNoOtherIssuer(cell, [...ids, ...tokens])
  })

  it('issues authorization codes and tokens from which the cell can be read, and exchanges the code', async () => {
    const ann = await service.createUser()
    const client = await clientWithRedirects(service, ['loopback'])
    const exchange = await obtainCode(service, client, ann)
    const { status, body } = await requestToken(service, client, exchange)
    expect(status).toBe(200)
    const tokens = [exchange.code, body.access_token, body.refresh_token]
    expect(tokens.map(cellOfToken)).toEqual([cell, cell, cell])
    const profiles = await ok(service.call('GET /v2/profiles', { token: body.access_token }))
    expect(profiles[0].id).toBe(ann.personal)
    expectNoOtherIssuer(cell, tokens)
  })

  it('issues account numbers from which the cell can be read', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'GBP')
    expect(cellOf(details.id)).toBe(cell)
    const { iban = '' } = composeNumbers('GBP', cell, 1)
    expect(JSON.stringify(details).replaceAll(' ', '')).toContain(iban)
    expectNoOtherIssuer(cell, [iban])
  })

  it('issues cards from whose token and number the cell can be read, and clears a payment by its retrieval reference number', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    const { id, cardToken } = await ordersIssuedCard(service, ann)
    const token = cardToken ?? ''
    const card = await findCard(service.db.reader, ann.personal, token)
    if (card === undefined) throw new Error(`order ${id} has no card`)
    const { pan } = await secretsOf(service, card)
    expect([cellOf(id), cellOfToken(token), cellOfPan(pan)]).toEqual([cell, cell, cell])
    const payment = await authorises({ ann, token, pan }, 5)
    await ok(clear({ ann, token, pan }, payment, 5))
    // The retrieval reference number is the id within the cell.
    const transactionId = lastIdBefore(cell) + payment.id
    const transaction = await readsTransaction({ ann, token, pan }, transactionId)
    expect(transaction.state).toBe('COMPLETED')
    expectNoOtherIssuer(cell, [token, pan, transactionId])
  })

  it('sends claim links from which the cell can be read and which can be used', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    const claimToken = link.replace('/claims/', '')
    expect(cellOfToken(claimToken)).toBe(cell)
    expect((await submitClaim(service, link, account)).status).toBe(200)
    expectNoOtherIssuer(cell, [claimToken])
  })
})
