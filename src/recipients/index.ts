// What other modules may use of recipients.

export { createRecipient } from './create-recipient.ts'
export { draftOf, recipientOf } from './model.ts'
export { RecipientDraft } from './schemas.ts'
export {
  type Details,
  findRecipient,
  findRecipients,
  type RecipientRow,
} from './store.ts'
