// The resources by which the log finds a request.

import { expect, it } from 'vitest'
import { endpoints } from '../../app/declarations.ts'
import { subjectFinder } from '../log/subjects.ts'

function subjectsOf(
  operation: string,
  searched: Partial<Parameters<ReturnType<typeof subjectFinder>>[0]>,
) {
  const endpoint = endpoints.find(({ operationId }) => operationId === operation)!
  return subjectFinder(endpoint)({ params: {}, requestBody: null, replyBody: null, ...searched })
}

it.each([
  'createTransfer',
  'addTransferToBatchGroup',
  'createThirdPartyTransfer',
  'createPartnerLicenceTransfer',
])('%s is about the transfer that it creates', (operation) => {
  const replyBody = '{"id":16521632,"user":4342275}'
  expect(subjectsOf(operation, { replyBody })).toEqual(['transfer:16521632'])
})

it('addTransferToBatchGroup is about the batch group, the quote and the recipient, too', () => {
  const params = { batchGroupId: 'A1', profileId: 7 }
  const requestBody = '{"targetAccount":12,"quoteUuid":"B2"}'
  const replyBody = '{"id":34}'
  expect(subjectsOf('addTransferToBatchGroup', { params, requestBody, replyBody })).toEqual([
    'batch:a1',
    'transfer:34',
    'recipient:12',
    'quote:b2',
  ])
})
