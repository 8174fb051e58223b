// The actions and lookups of operators. Each is a command of the service; the fields are the options of the command.

export type ActionField = {
  readonly name: string
  readonly label: string
  readonly isOptional?: true
  readonly choices?: readonly string[]
}

/** A command that reads data for a decision. */
export type Lookup = {
  readonly title: string
  readonly fields: readonly ActionField[]
}

/** A command that changes data. */
export type Action = Lookup & {
  /** The effect, which the operator reads before confirming the action. */
  readonly effect: string
}

const profile = { name: 'profile', label: 'Profile' }
const transferFields = [profile, { name: 'transfer', label: 'Transfer' }]
const documentFields = [
  profile,
  { name: 'type', label: 'Type of document' },
  { name: 'sent-at', label: 'Sent', isOptional: true },
] as const
const user = { name: 'user', label: 'User' }

export const actions = {
  'pay-in-confirm': {
    title: 'Confirm pay-in',
    effect: 'The money for the transfer has arrived by bank transfer.',
    fields: [
      ...transferFields,
      { name: 'amount', label: 'Amount, if it is not the amount due', isOptional: true },
    ],
  },
  'pay-out-confirm': {
    title: 'Confirm pay-out',
    effect: 'The money was sent to the recipient. This cannot be undone.',
    fields: transferFields,
  },
  'pay-out-bounce': {
    title: 'Record a returned pay-out',
    effect: "The recipient's bank returned the money.",
    fields: [...transferFields, { name: 'reason', label: 'Reason', isOptional: true }],
  },
  'transfer-refund': {
    title: 'Refund',
    effect: 'Returned money goes back to the sender. This cannot be undone.',
    fields: transferFields,
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
    effect:
      'The profile is verified, and the transfers that wait for its verification are released.',
    fields: [profile],
  },
  'document-accept': {
    title: 'Accept document',
    effect: 'The identity document is accepted. The profile is not verified by this.',
    fields: documentFields,
  },
  'document-refuse': {
    title: 'Refuse document',
    effect: 'The customer has to send another document.',
    fields: documentFields,
  },
  'cdd-decide': {
    title: 'Decide on the additional verification',
    effect: 'The customer is verified, or has to send more evidence.',
    fields: [
      profile,
      { name: 'state', label: 'Decision', choices: ['VERIFIED', 'EVIDENCE_REQUIRED'] },
      { name: 'evidences', label: 'Evidence to send, separated by commas', isOptional: true },
      { name: 'outcome', label: 'Reason', isOptional: true },
    ],
  },
  'dispute-move': {
    title: 'Move dispute',
    effect: 'Records the decision of the review. With REFUNDED the customer gets the money back.',
    fields: [
      profile,
      { name: 'dispute', label: 'Dispute' },
      {
        name: 'to',
        label: 'Next state',
        choices: ['IN_REVIEW', 'ACCEPTED', 'REJECTED', 'CHARGEBACK_SUBMITTED', 'REFUNDED'],
      },
      {
        name: 'amount',
        label: 'Amount to refund, if it is not the whole amount',
        isOptional: true,
      },
      { name: 'currency', label: 'Currency of the amount', isOptional: true },
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

/** The lookups, by the last segment of the path of their request. */
export const lookups: Readonly<Record<string, Lookup>> = {
  'document-list': { title: 'Identity documents of a profile', fields: [profile] },
  'token-list': { title: 'Access to a user', fields: [user] },
  'delivery-show': {
    title: 'Deliveries of a subscription',
    fields: [
      { name: 'subscription', label: 'Subscription' },
      { name: 'delivery', label: 'Delivery, if not the latest', isOptional: true },
    ],
  },
}
