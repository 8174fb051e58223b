// The simulations of the sandbox: what banks, the operator and time would do. Each endpoint calls the use
// case that the real event calls.

export * from './account-details-api.ts'
export * from './balance-api.ts'
export * from './batch-api.ts'
export * from './cards/api.ts'
export * from './cards/dispute-api.ts'
export * from './cards/order-api.ts'
export * from './clock/api.ts'
export * from './customers/api.ts'
export * from './customers/verification-api.ts'
export * from './rates-api.ts'
export * from './transfer-api.ts'
