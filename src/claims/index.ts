// What others may use of claims.

export { type Mailer, sandboxMailer } from './mailer.ts'
