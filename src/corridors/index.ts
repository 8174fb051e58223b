// Everything that depends on a currency or on a route between two currencies: rates, fees, limits, delivery times, account
// forms and issued accounts. Data and pure functions.
export { DetailRequired } from './errors.ts'
export * from './forms/index.ts'
export * from './issued-accounts/index.ts'
export * from './routes/index.ts'
