export * from './challenges.ts'
export * from './errors.ts'
export * from './forms.ts'
export type * from './generated/client.ts'
export {
  type CallOptions,
  createGodwit,
  type Godwit,
  type GodwitOptions,
  type KeyStore,
  type Method,
  type OperationId,
} from './godwit.ts'
export * from './pages.ts'
export * from './webhooks.ts'
