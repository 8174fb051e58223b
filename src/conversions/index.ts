// What other modules may use of conversions.

export { bookMovement } from './book-movement.ts'
