import { expect, it } from 'vitest'
import { isDatabaseAway } from '../../kernel/database/errors.ts'

const coded = (code: string) => Object.assign(new Error('said the server'), { code })

it.each([
  [coded('ECONNREFUSED'), true, 'nobody listens'],
  [coded('57P01'), true, 'the server ends its sessions'],
  [coded('08006'), true, 'the connection broke'],
  [new Error('Connection terminated unexpectedly'), true, 'the driver has no code for it'],
  [new Error('timeout expired'), true, 'no connection came about in time'],
  [coded('23505'), false, 'a constraint spoke: the server is there'],
  [coded('57014'), false, 'a statement took too long: that is ours to mend'],
  [new Error('the timeout expired'), false, 'an error of ours that reads alike'],
])('%s: %s, because %s', (error, away) => {
  expect(isDatabaseAway(error)).toBe(away)
})
