// The endpoints of the sandbox that simulate banks, card terminals, card makers, operators and the passing of time.

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
