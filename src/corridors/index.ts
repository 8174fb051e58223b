// The requirements of every currency route: data and pure functions that follow from one catalogue.
export { DetailRequired } from './errors.ts'
export * from './forms/index.ts'
export * from './issued-accounts/index.ts'
export * from './routes/index.ts'
