// The exports of recipients that other modules may use.

export { createRecipient } from './create-recipient.ts'
export { draftOf, recipientOf } from './model.ts'
export { RecipientDraft } from './schemas.ts'
export {
  balanceRecipients,
  type Details,
  findRecipient,
  findRecipients,
  type RecipientRow,
} from './store.ts'
