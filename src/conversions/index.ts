export { type Booking, bookMovement } from './book-movement.ts'
