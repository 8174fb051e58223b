// What other modules may use of claims.

export { type Mailer, sandboxMailer } from './mailer.ts'
