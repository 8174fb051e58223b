// The endpoints of strong customer authentication.

export * from './approval-page/api.ts'
export * from './challenges/api.ts'
export * from './factors/api.ts'
