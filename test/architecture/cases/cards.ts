// The cases of idempotency.test.ts for the writing operations of the module `cards`.

import {
  encryptRequest,
  encryptWithLibrary,
  fetchesKey,
  ROUTES,
} from '../../../src/cards/test/card-client.ts'
import { type CardInPath, pathOf } from '../../../src/cards/test/card-paths.ts'
import { issuesCard, reservesCard } from '../../../src/cards/test/issued-cards.ts'
import type { Person } from '../../support/people.ts'
import type { TestService } from '../../support/service.ts'
import { type Case, type CaseSetup, caseOf, forUser } from './case.ts'

/** A case of a card with a lifetime limit of 1,000 GBP. */
const cardCase = (requestOf: (card: CardInPath) => [route: string, body?: object]): CaseSetup =>
  forUser(async (ann, service) => caseOf(ann, ...requestOf(await issuesCard(service, ann))))

async function revealCaseOf(ann: Person, service: TestService, route: string): Promise<Case> {
  const { body } = encryptRequest(await fetchesKey(ann))
  const headers = { 'x-card-card-token': (await issuesCard(service, ann)).token }
  return { route, call: { token: ann.token, body, headers } }
}

export const cardsCases: Readonly<Record<string, CaseSetup>> = {
  'cards.set-status': cardCase((card) => [`PUT ${pathOf(card, '/status')}`, { status: 'FROZEN' }]),
  'cards.set-limit': cardCase((card) => [
    `PATCH ${pathOf(card, '/spending-limits')}`,
    { cardLimitType: 'DAILY', maxLimitAmount: 5 },
  ]),
  'cards.delete-lifetime-limit': cardCase((card) => [
    `DELETE ${pathOf(card, '/spending-limits/lifetime')}`,
  ]),
  'cards.set-spend-limits': cardCase((card) => [
    `PATCH ${pathOf(card, '/spend-limits', 'v4')}`,
    { daily: { value: { amount: 5 } } },
  ]),
  'cards.set-permission': cardCase((card) => [
    `PATCH ${pathOf(card, '/spending-permissions')}`,
    { type: 'ECOM', isEnabled: false },
  ]),
  'cards.set-permissions': cardCase((card) => [
    `PATCH ${pathOf(card, '/spending-permissions', 'v4')}`,
    { permissions: [{ type: 'ECOM', isEnabled: false }] },
  ]),
  'cards.get-details': forUser((ann, service) => revealCaseOf(ann, service, ROUTES.details)),
  'cards.get-pin': forUser((ann, service) => revealCaseOf(ann, service, ROUTES.pin)),
  'cards.preset-pin': forUser(async (ann, service) => {
    const body = await encryptWithLibrary(await fetchesKey(ann), { pin: '1234' })
    const headers = { 'x-card-order-id': String(await reservesCard(service, ann)) }
    return { route: ROUTES.preset, call: { token: ann.token, body, headers } }
  }),
}
