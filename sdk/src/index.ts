// The exports of `@godwit/sdk`.

export * from './challenges.ts'
export * from './errors.ts'
export * from './forms.ts'
export type * from './generated/client.ts'
export * from './godwit.ts'
export * from './pages.ts'
export * from './webhooks.ts'
