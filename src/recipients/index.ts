// What other modules may use of recipients.

export { draftOf } from './model.ts'
export { RecipientDraft } from './schemas.ts'
export { type Details, findRecipient, type LegalType, type RecipientRow } from './store.ts'
