export { InsufficientFunds, ProfileOwes } from './errors.ts'
export * from './journals.ts'
export { post, type Stepped } from './post.ts'
export { listDebts, listPostings, lockAvailable, owesNothing, type PostedRow } from './store.ts'
