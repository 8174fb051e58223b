export { InsufficientFunds, ProfileOwes } from './errors.ts'
export * from './journals.ts'
export { post, type Stepped } from './post.ts'
export { accountBalance, houseBalances, listDebts, lockAvailable, owesNothing } from './store.ts'
