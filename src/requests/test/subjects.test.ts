// The resources by which the log finds a request.

import { expect, it } from 'vitest'
import { endpoints } from '../../app/declarations.ts'
import { subjectsOf } from '../log/subjects.ts'

it.each([
  'createTransfer',
  'addTransferToBatchGroup',
  'createThirdPartyTransfer',
  'createPartnerLicenceTransfer',
])('%s is about the transfer that it creates', (operation) => {
  const { id: endpointId } = endpoints.find(({ operationId }) => operationId === operation)!
  const reply = '{"id":16521632,"user":4342275}'
  expect(subjectsOf({ endpointId, params: {}, request: null, reply })).toEqual([
    'transfer:16521632',
  ])
})

it('addTransferToBatchGroup is about the batch group, the quote and the recipient, too', () => {
  const params = { batchGroupId: 'A1', profileId: 7 }
  const request = '{"targetAccount":12,"quoteUuid":"B2"}'
  const reply = '{"id":34}'
  const texts = { endpointId: 'batches.add-transfer', params, request, reply }
  expect(subjectsOf(texts)).toEqual(['batch:a1', 'transfer:34', 'recipient:12', 'quote:b2'])
})
