export { bookMovement } from './book-movement.ts'
