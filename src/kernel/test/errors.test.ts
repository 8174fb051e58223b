import { expect, it } from 'vitest'
import { isDatabaseUnreachable, unreachableMessage } from '../database/errors.ts'

const errorWithCode = (code: string) => Object.assign(new Error(`code ${code}`), { code })

it.each([
  [errorWithCode('ECONNREFUSED'), true, 'no server listens'],
  [errorWithCode('ENOTFOUND'), true, 'no DNS server has the host name'],
  [errorWithCode('EAI_AGAIN'), true, 'no DNS server answers'],
  [errorWithCode('57P01'), true, 'the server is shutting down'],
  [errorWithCode('08006'), true, 'the connection broke'],
  [
    new Error('Connection terminated unexpectedly'),
    true,
    'the driver reports a broken connection without a code',
  ],
  [new Error('timeout expired'), true, 'no connection was opened before the timeout'],
  [errorWithCode('23505'), false, 'a violated constraint shows that the server works'],
  [errorWithCode('57014'), false, 'a slow statement is a fault of the program'],
  [new Error('the timeout expired'), false, 'only the exact message of the driver counts'],
])('isDatabaseUnreachable for %s is %s, because %s', (error, unreachable) => {
  expect(isDatabaseUnreachable(error)).toBe(unreachable)
})

it('unreachableMessage has the reason of each address of a host, because the error of several addresses has no message', () => {
  const several = new AggregateError([
    new Error('connect to ::1'),
    new Error('connect to 127.0.0.1'),
  ])
  expect(unreachableMessage(several)).toBe(
    'The database at DATABASE_URL cannot be used: connect to ::1; connect to 127.0.0.1. Start the database, or correct DATABASE_URL.',
  )
})
