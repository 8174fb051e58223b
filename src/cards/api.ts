// The endpoints of cards: their list, status, limits and permissions. `sensitive/api.ts` has those of card data.

import Type, { type Static } from 'typebox'
import type { Tx } from '../kernel/database/db.ts'
import { reads, writes } from '../kernel/endpoint.ts'
import { setStatus } from './change-status.ts'
import { clientIdOf } from './client-id.ts'
import {
  CardNotFound,
  CardStatusConflict,
  CardUnusable,
  LimitCurrency,
  LimitMissing,
  LimitNotExact,
  PermissionLocked,
} from './errors.ts'
import { getCard, getCardWithUsage } from './get-card.ts'
import { changeLimits, limitChangeOf, raisesLimit } from './limits/change-limits.ts'
import {
  newLimitOf,
  newLimitsOf,
  SpendingLimits,
  SpendLimits,
  showLimits,
  showSpendLimits,
  UpdateSpendingLimit,
  UpdateSpendLimits,
} from './limits/schemas.ts'
import { listCards } from './list-cards.ts'
import {
  changePermissions,
  newPermissionsOf,
  SpendingPermissions,
  showPermissions,
  UpdateSpendingPermission,
  UpdateSpendingPermissions,
} from './permissions.ts'
import {
  Card,
  CardList,
  CardParams,
  PageQuery,
  ProfileParams,
  showCard,
  UpdateCardStatus,
} from './schemas.ts'
import { lockCard } from './store.ts'

export * from './sensitive/api.ts'

const access = { token: 'user', owns: 'profileId' } as const

/** Locks the card, so that no concurrent request can change it after the check whether an approval is needed. */
const lock = (tx: Tx, { params }: { readonly params: Static<typeof CardParams> }) =>
  lockCard(tx, params.profileId, params.cardToken)

export const list = reads(
  {
    id: 'cards.list',
    operationId: 'listCards',
    route: 'GET /v3/spend/profiles/{profileId}/cards',
    summary: 'List the cards of a profile in the order in which they were issued.',
    spec: 'C 4.1',
    access,
    params: ProfileParams,
    query: PageQuery,
    reply: CardList,
    errors: [],
  },
  (db, { params, query, settings, now }) => listCards(db, { ...params, ...query, settings, now }),
)

export const get = reads(
  {
    id: 'cards.get',
    operationId: 'getCard',
    route: 'GET /v3/spend/profiles/{profileId}/cards/{cardToken}',
    summary: 'Get a card.',
    spec: 'C 4.1, D59',
    access,
    params: CardParams,
    reply: Card,
    errors: [CardNotFound],
  },
  async (db, { params, ...context }) => showCard(await getCard(db, params), context),
)

export const setCardStatus = writes(
  {
    id: 'cards.set-status',
    operationId: 'setCardStatus',
    route: 'PUT /v3/spend/profiles/{profileId}/cards/{cardToken}/status',
    summary: 'Activate, freeze or block a card.',
    spec: 'C 4.1, D60, D63',
    access: { ...access, sca: 'CARD__ACTIVATE' },
    // Only the first activation of a physical card needs an approval, because that activation counts as
    // proof that the card has reached its holder.
    protectedWhen: {
      read: async (db, { params, body }) => {
        const { type, activatedAt } = await getCard(db, params)
        return body.status === 'ACTIVE' && type === 'PHYSICAL' && activatedAt === null
      },
      lock,
    },
    params: CardParams,
    body: UpdateCardStatus,
    reply: Card,
    onRepeat: 'same',
    errors: [CardNotFound, CardStatusConflict],
  },
  async (tx, { params, body, caller, now, settings }) => {
    const card = await getCard(tx, params)
    const changedBy = await clientIdOf(tx, caller)
    return showCard(await setStatus(tx, card, body.status, { changedBy, now }), { settings, now })
  },
)

export const getLimits = reads(
  {
    id: 'cards.get-limits',
    operationId: 'getSpendingLimits',
    route: 'GET /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-limits',
    summary: 'Get the spending limits of a card, and how much of each limit is used.',
    spec: 'C 4.1, D66',
    access,
    params: CardParams,
    reply: SpendingLimits,
    errors: [CardNotFound],
  },
  async (db, { params, now }) => showLimits(await getCardWithUsage(db, params, now), now),
)

export const setLimit = writes(
  {
    id: 'cards.set-limit',
    operationId: 'setSpendingLimit',
    route: 'PATCH /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-limits',
    summary: 'Set a spending limit of a card.',
    spec: 'C 4.1, D63, D66',
    access: { ...access, sca: 'CARD_LIMIT__RAISE' },
    protectedWhen: {
      read: async (db, { params, body }) => {
        const card = await getCard(db, params)
        return raisesLimit(card, limitChangeOf(card, [newLimitOf(body)]))
      },
      lock,
    },
    params: CardParams,
    body: UpdateSpendingLimit,
    reply: Type.Null(),
    empty: true,
    onRepeat: 'same',
    errors: [CardNotFound, CardUnusable, LimitNotExact],
  },
  async (tx, { params, body, now }) => {
    const card = await getCard(tx, params)
    await changeLimits(tx, card, limitChangeOf(card, [newLimitOf(body)]), now)
    return null
  },
)

const withoutLifetimeLimit = { LIFETIME: null }

export const deleteLifetimeLimit = writes(
  {
    id: 'cards.delete-lifetime-limit',
    operationId: 'deleteLifetimeLimit',
    route: 'DELETE /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-limits/lifetime',
    summary: 'Remove the lifetime limit of a card.',
    spec: 'C 4.1, D63, D66',
    access: { ...access, sca: 'CARD_LIMIT__RAISE' },
    protectedWhen: {
      read: async (db, { params }) => raisesLimit(await getCard(db, params), withoutLifetimeLimit),
      lock,
    },
    params: CardParams,
    reply: Type.Null(),
    empty: true,
    onRepeat: 'same',
    errors: [CardNotFound, CardUnusable],
  },
  async (tx, { params, now }) => {
    await changeLimits(tx, await getCard(tx, params), withoutLifetimeLimit, now)
    return null
  },
)

export const getSpendLimits = reads(
  {
    id: 'cards.get-spend-limits',
    operationId: 'getCardSpendLimits',
    route: 'GET /v4/spend/profiles/{profileId}/cards/{cardToken}/spend-limits',
    summary: 'Get the spending limits of a card, with one field for each limit.',
    spec: 'D88, Facts 13.3',
    access,
    params: CardParams,
    reply: SpendLimits,
    errors: [CardNotFound],
  },
  async (db, { params, now }) => showSpendLimits(await getCardWithUsage(db, params, now), now),
)

export const setSpendLimits = writes(
  {
    id: 'cards.set-spend-limits',
    operationId: 'setCardSpendLimits',
    route: 'PATCH /v4/spend/profiles/{profileId}/cards/{cardToken}/spend-limits',
    summary: 'Set several spending limits of a card.',
    spec: 'D88, Facts 13.3',
    access: { ...access, sca: 'CARD_LIMIT__RAISE' },
    protectedWhen: {
      read: async (db, { params, body }) => {
        const card = await getCard(db, params)
        return raisesLimit(card, limitChangeOf(card, newLimitsOf(body)))
      },
      lock,
    },
    params: CardParams,
    body: UpdateSpendLimits,
    reply: SpendLimits,
    onRepeat: 'same',
    errors: [CardNotFound, LimitMissing, CardUnusable, LimitCurrency, LimitNotExact],
  },
  async (tx, { params, body, now }) => {
    const card = await getCard(tx, params)
    await changeLimits(tx, card, limitChangeOf(card, newLimitsOf(body)), now)
    return showSpendLimits(await getCardWithUsage(tx, params, now), now)
  },
)

export const getPermissions = reads(
  {
    id: 'cards.get-permissions',
    operationId: 'getSpendingPermissions',
    route: 'GET /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions',
    aliases: ['GET /v4/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions'],
    summary: 'List the kinds of use of a card, and whether each is allowed.',
    spec: 'C 4.1, D65, D88',
    access,
    params: CardParams,
    reply: SpendingPermissions,
    errors: [CardNotFound],
  },
  async (db, { params }) => showPermissions(await getCard(db, params)),
)

export const setPermission = writes(
  {
    id: 'cards.set-permission',
    operationId: 'setSpendingPermission',
    route: 'PATCH /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions',
    summary: 'Allow or forbid one kind of use of a card.',
    spec: 'C 4.1, D65',
    access,
    params: CardParams,
    body: UpdateSpendingPermission,
    reply: Type.Null(),
    empty: true,
    onRepeat: 'same',
    errors: [CardNotFound, CardUnusable, PermissionLocked],
  },
  async (tx, { params, body, now }) => {
    const permission = { ...body, path: 'type' }
    await changePermissions(tx, await getCard(tx, params), [permission], now)
    return null
  },
)

export const setPermissions = writes(
  {
    id: 'cards.set-permissions',
    operationId: 'setSpendingPermissions',
    route: 'PATCH /v4/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions',
    summary: 'Allow or forbid several kinds of use of a card.',
    spec: 'D88, Facts 13.2',
    access,
    params: CardParams,
    body: UpdateSpendingPermissions,
    reply: SpendingPermissions,
    onRepeat: 'same',
    errors: [CardNotFound, CardUnusable, PermissionLocked],
  },
  async (tx, { params, body, now }) => {
    const permissions = newPermissionsOf(body)
    return showPermissions(await changePermissions(tx, await getCard(tx, params), permissions, now))
  },
)
