// The fields of each action, as the service declares them: the commands of the operator.

export type ActionField = {
  readonly name: string
  readonly label: string
  readonly optional?: true
  readonly choices?: readonly string[]
}

export type Action = {
  readonly title: string
  /** What happens, for the person who confirms it. */
  readonly effect: string
  readonly fields: readonly ActionField[]
}

const profile = { name: 'profile', label: 'Profile' }
const ofTransfer = [profile, { name: 'transfer', label: 'Transfer' }]
const ofDocument = [profile, { name: 'type', label: 'Type of document' }]
const user = { name: 'user', label: 'User' }

export const actions = {
  'pay-in-confirm': {
    title: 'Confirm pay-in',
    effect: 'The money for the transfer has arrived by bank transfer.',
    fields: [
      ...ofTransfer,
      { name: 'amount', label: 'Amount, if it is not the amount due', optional: true },
    ],
  },
  'pay-out-confirm': {
    title: 'Confirm pay-out',
    effect: 'The money was sent to the recipient. This cannot be undone.',
    fields: ofTransfer,
  },
  'pay-out-bounce': {
    title: 'Record a returned pay-out',
    effect: "The recipient's bank returned the money.",
    fields: [...ofTransfer, { name: 'reason', label: 'Reason', optional: true }],
  },
  'transfer-refund': {
    title: 'Refund',
    effect: 'Returned money goes back to the sender. This cannot be undone.',
    fields: ofTransfer,
  },
  'delivery-redeliver': {
    title: 'Send a delivery again',
    effect: 'The same bytes are sent, with a new series of attempts.',
    fields: [
      { name: 'subscription', label: 'Subscription' },
      { name: 'delivery', label: 'Delivery' },
    ],
  },
  'profile-verify': {
    title: 'Verify profile',
    effect: 'The profile is verified, and the transfers that wait for it are released.',
    fields: [profile],
  },
  'document-accept': {
    title: 'Accept document',
    effect: 'The identity document is accepted. The profile is not verified by this.',
    fields: ofDocument,
  },
  'document-refuse': {
    title: 'Refuse document',
    effect: 'The customer has to send another document.',
    fields: ofDocument,
  },
  'cdd-decide': {
    title: 'Decide on the additional verification',
    effect: 'The customer is verified, or has to send more evidence.',
    fields: [
      profile,
      { name: 'state', label: 'Decision', choices: ['VERIFIED', 'EVIDENCE_REQUIRED'] },
      { name: 'evidences', label: 'Evidence to send, separated by commas', optional: true },
      { name: 'outcome', label: 'Reason', optional: true },
    ],
  },
  'dispute-move': {
    title: 'Move dispute',
    effect:
      'The dispute moves as its review decides. With REFUNDED the customer gets the money back.',
    fields: [
      profile,
      { name: 'dispute', label: 'Dispute' },
      {
        name: 'to',
        label: 'Next state',
        choices: ['IN_REVIEW', 'ACCEPTED', 'REJECTED', 'CHARGEBACK_SUBMITTED', 'REFUNDED'],
      },
      { name: 'amount', label: 'Amount to refund, if it is not all of it', optional: true },
      { name: 'currency', label: 'Currency of the amount', optional: true },
    ],
  },
  'card-suspend': {
    title: 'Suspend card',
    effect: 'The card stops working, and the customer cannot activate it.',
    fields: [profile, { name: 'card', label: 'Card' }],
  },
  'token-revoke': {
    title: 'Revoke token',
    effect: 'The token is refused from now on.',
    fields: [user, { name: 'token', label: 'Number of the token' }],
  },
  'grant-revoke': {
    title: 'Revoke the access of an application',
    effect: 'The application loses its access to the user: tokens, codes and webhooks.',
    fields: [user, { name: 'key', label: 'Application' }],
  },
} satisfies Record<string, Action>

export type ActionName = keyof typeof actions

/** What reads data for a decision, by its path. */
export const lookups: Readonly<Record<string, Action>> = {
  'document-list': { title: 'Identity documents of a profile', effect: '', fields: [profile] },
  'token-list': { title: 'Access to a user', effect: '', fields: [user] },
  'delivery-show': {
    title: 'Deliveries of a subscription',
    effect: '',
    fields: [
      { name: 'subscription', label: 'Subscription' },
      { name: 'delivery', label: 'Delivery, if not the latest', optional: true },
    ],
  },
}
