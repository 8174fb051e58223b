export { type Booking, bookMovement, type Movement } from './book-movement.ts'
