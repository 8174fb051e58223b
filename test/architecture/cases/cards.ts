// The writing operations of the module `cards`.

import {
  emptyRequest,
  fetchesKey,
  ROUTES,
  sealedRequest,
} from '../../../src/cards/test/card-client.ts'
import { pathOf as cardPath } from '../../../src/cards/test/card-paths.ts'
import { issuesCard, reservesCard } from '../../../src/cards/test/issued-cards.ts'
import type { Person } from '../../support/people.ts'
import type { TestService } from '../../support/service.ts'
import { type Case, type CaseSetup, caseOf, forUser } from './case.ts'

/** A case of a card with a lifetime limit of 1,000 GBP. */
const ofCard = (requestOf: (path: string) => [route: string, body?: object]): CaseSetup =>
  forUser(async (ann, service) =>
    caseOf(ann, ...requestOf(cardPath(await issuesCard(service, ann)))),
  )

async function revealingCase(ann: Person, service: TestService, route: string): Promise<Case> {
  const { body } = emptyRequest(await fetchesKey(ann))
  const headers = { 'x-card-card-token': (await issuesCard(service, ann)).token }
  return { route, call: { token: ann.token, body, headers } }
}

export const cardsCases: Readonly<Record<string, CaseSetup>> = {
  'cards.set-status': ofCard((path) => [`PUT ${path}/status`, { status: 'FROZEN' }]),
  'cards.set-limit': ofCard((path) => [
    `PATCH ${path}/spending-limits`,
    { cardLimitType: 'DAILY', maxLimitAmount: 5 },
  ]),
  'cards.delete-lifetime-limit': ofCard((path) => [`DELETE ${path}/spending-limits/lifetime`]),
  'cards.set-spend-limits': ofCard((path) => [
    `PATCH ${path.replace('/v3/', '/v4/')}/spend-limits`,
    { daily: { value: { amount: 5 } } },
  ]),
  'cards.set-permission': ofCard((path) => [
    `PATCH ${path}/spending-permissions`,
    { type: 'ECOM', isEnabled: false },
  ]),
  'cards.set-permissions': ofCard((path) => [
    `PATCH ${path.replace('/v3/', '/v4/')}/spending-permissions`,
    { permissions: [{ type: 'ECOM', isEnabled: false }] },
  ]),
  'cards.get-details': forUser((ann, service) => revealingCase(ann, service, ROUTES.details)),
  'cards.get-pin': forUser((ann, service) => revealingCase(ann, service, ROUTES.pin)),
  'cards.preset-pin': forUser(async (ann, service) => {
    const body = await sealedRequest(await fetchesKey(ann), { pin: '1234' })
    const headers = { 'x-card-order-id': String(await reservesCard(service, ann)) }
    return { route: ROUTES.preset, call: { token: ann.token, body, headers } }
  }),
}
