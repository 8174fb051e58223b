export { InsufficientFunds } from './errors.ts'
export * from './journals.ts'
export { post, type Stepped } from './post.ts'
export { accountBalance, houseBalances } from './store.ts'
