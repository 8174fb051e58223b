// The exports of conversions that other modules may use.

export { bookMovement } from './book-movement.ts'
