// Request and reply shapes of activities.

import Type, { type Static } from 'typebox'
import { cursorOut, sizeField } from '../kernel/cursor-pages.ts'
import { html } from '../kernel/html.ts'
import { textWithCurrency } from '../kernel/money.ts'
import { input, instantIn, instantOut, oneOf, toMillisecond } from '../kernel/wire.ts'
import {
  type Activity,
  activityStatuses,
  activityTypes,
  cursorText,
  type Page,
  resourceTypes,
} from './model.ts'

/** In characters. The longest cursor, of three ids with 16 digits, has 67 characters. */
const CURSOR_LENGTH_MAX = 100
/** Sizes of a page, in activities (Facts 8.2). */
const PAGE_SIZE_MAX = 100
export const PAGE_SIZE_DEFAULT = 10

const time = (description: string) => Type.Optional(instantIn(description, '2026-11-01T00:00:00Z'))

export const ActivitiesQuery = input({
  size: sizeField('activities', { max: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  nextCursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CURSOR_LENGTH_MAX,
      description: 'The cursor of the previous page',
      examples: ['OTAwNzE5OTI1NDc0MDk5MS45MDA3MTk5MjU0NzQwOTkxLjkwMDcxOTkyNTQ3NDA5OTE'],
    }),
  ),
  since: time('Only activities that were created at or after this time'),
  until: time('Only activities that were created at or before this time'),
  status: Type.Optional(oneOf(activityStatuses, 'Only activities in this status')),
  monetaryResourceType: Type.Optional(
    oneOf(resourceTypes, 'Only activities about this kind of resource'),
  ),
})
export type ActivitiesQuery = Static<typeof ActivitiesQuery>

const ActivityOut = Type.Object(
  {
    id: Type.String({
      description: 'Identifies the activity',
      examples: ['VFJBTlNGRVI6MzQzMDQ5'],
    }),
    type: oneOf(
      activityTypes,
      'TRANSFER is money sent, BALANCE_DEPOSIT money added to a balance, INTERBALANCE money moved or exchanged between two ' +
        'balances of the profile, CARD_PAYMENT a payment with a card, accepted or declined, CARD_REFUND money that a ' +
        'merchant returned',
    ),
    resource: Type.Object(
      {
        type: oneOf(
          resourceTypes,
          'The kind of resource; BALANCE_TRANSACTION is a movement on a balance',
        ),
        id: Type.String({
          description: 'The id of the transfer, movement or card transaction, as text',
          examples: ['343049'],
        }),
      },
      { description: 'The resource behind the activity' },
    ),
    title: Type.String({
      description:
        'Name of the recipient, the merchant or the balance, or the currency of a balance without a name, as HTML: escaped, in a strong element',
      examples: ['<strong>Nora Sample</strong>'],
    }),
    description: Type.String({ description: 'Always empty', examples: [''] }),
    primaryAmount: Type.String({
      description: 'The amount that was sent, received, moved or paid, with its currency',
      examples: ['115.20 EUR'],
    }),
    secondaryAmount: Type.String({
      description:
        'The amount that was paid, or returned for CARD_REFUND, if its currency differs from that of primaryAmount; otherwise empty',
      examples: ['100.00 GBP'],
    }),
    status: oneOf(
      activityStatuses,
      'The status of the activity; REQUIRES_ATTENTION means that a transfer waits for its payment or is held up by an issue',
    ),
    createdOn: instantOut('When the activity was created'),
    updatedOn: instantOut('When the activity last changed'),
  },
  { title: 'Activity' },
)

export const Activities = Type.Object(
  {
    cursor: cursorOut,
    activities: Type.Array(ActivityOut, { description: 'Newest first' }),
  },
  { title: 'ActivityPage' },
)

export function showPage({ activities, next }: Page): Static<typeof Activities> {
  return { cursor: next ? cursorText(next) : null, activities: activities.map(showActivity) }
}

function showActivity(activity: Activity): Static<typeof ActivityOut> {
  const { type, resource, id, title, primary, secondary, status } = activity
  return {
    id: Buffer.from(`${resource}:${id}`).toString('base64url'),
    type,
    resource: { type: resource, id: String(id) },
    // Clients show a title as HTML. The name of a recipient comes from other people, so it is escaped.
    title: html`<strong>${title}</strong>`.safe,
    description: '',
    primaryAmount: textWithCurrency(primary),
    secondaryAmount: secondary ? textWithCurrency(secondary) : '',
    status,
    createdOn: toMillisecond(activity.createdAt),
    updatedOn: toMillisecond(activity.updatedAt),
  }
}
