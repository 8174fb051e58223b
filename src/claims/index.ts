// The exports of claims that other modules may use.

export { type Mailer, sandboxMailer } from './mailer.ts'
