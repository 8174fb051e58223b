// What each currency route demands: pure data and functions, drawn from one catalogue.
export { DetailRequired } from './errors.ts'
export * from './forms/index.ts'
export * from './routes/index.ts'
