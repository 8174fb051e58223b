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

it('createPaymentInitiation is about its batch group, and not about the debit account or the transfer in its reply', () => {
  const params = { profileId: 7, batchGroupId: 'A1' }
  const requestBody = '{"accountId":12}'
  const replyBody = '{"id":3,"batchGroupId":"a1","accountId":12,"transferId":5}'
  expect(subjectsOf('createPaymentInitiation', { params, requestBody, replyBody })).toEqual([
    'batch:a1',
  ])
})

it('getTransfer is about its transfer, its recipient and its quote, and not about a refund recipient that is null', () => {
  const params = { transferId: 5 }
  const replyBody = '{"id":5,"user":1,"targetAccount":12,"sourceAccount":null,"quoteUuid":"B2"}'
  expect(subjectsOf('getTransfer', { params, replyBody })).toEqual([
    'transfer:5',
    'recipient:12',
    'quote:b2',
  ])
})

it('getStatement is about the balance whose id its reply has in accountId', () => {
  const operation = endpoints.find(({ id }) => id === 'statements.get')!.operationId
  expect(subjectsOf(operation, { replyBody: '{"accountId":9}' })).toEqual(['balance:9'])
})

it('a request has at most eight subjects', () => {
  const replyBody = JSON.stringify(
    Array.from({ length: 20 }, (_, n) => ({ id: n, targetAccount: 100 + n })),
  )
  expect(subjectsOf('listTransfers', { replyBody })).toHaveLength(8)
})
