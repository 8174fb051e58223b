export { findCaller, reaches } from './find-caller.ts'
export { hashSecret } from './secret.ts'
