export { type Mailer, sandboxMailer } from './mailer.ts'
