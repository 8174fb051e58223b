// What others may use of claims.

export { sandboxMailer } from './sandbox-mailer.ts'
