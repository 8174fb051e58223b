// The refusals of card orders.

import type { ErrorKind } from '../kernel/refusal.ts'

export const CardOrderNotFound: ErrorKind = {
  code: 'card-order.not-found',
  status: 404,
  message:
    'The profile has no card order with this id. GET /v3/spend/profiles/{profileId}/card-orders lists its orders.',
  path: 'cardOrderId',
}

export const ProgramUnavailable: ErrorKind = {
  code: 'card-order.program.unavailable',
  status: 422,
  message:
    'The profile cannot order this card program. Send a name from GET /v3/spend/profiles/{profileId}/card-orders/availability.',
  path: 'program',
}

export const CardOrderLimit: ErrorKind = {
  code: 'card-order.limit',
  status: 422,
  message:
    'The profile has reached its limit of cards of this type, or of virtual cards ordered in one day (UTC). Block a card or cancel an order that is no longer needed, or order tomorrow.',
  path: 'program',
}

export const CardOrderNotSupported: ErrorKind = {
  code: 'card-order.not-supported',
  status: 422,
  message: 'The service does not support this field, or this value of it. Leave the field out.',
}

export const AddressesDiffer: ErrorKind = {
  code: 'card-order.address.ambiguous',
  status: 422,
  message: 'Send either address or billingAddress, or the same address in both.',
  path: 'billingAddress',
}

export const OrderFieldRequired: ErrorKind = {
  code: 'REQUIRED',
  status: 422,
  message: 'Required Field',
}

export const OrderFieldNotValid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Send a value in the format that the description of this field requires.',
}

export const CardOrderConflict: ErrorKind = {
  code: 'card-order.status.conflict',
  status: 409,
  message:
    'The card order cannot move from its current status to this one, or its card cannot be activated. Read the order and its card for their status.',
  path: 'status',
}

export const CardNotPhysical: ErrorKind = {
  code: 'card-production.not-physical',
  status: 422,
  message:
    'Only physical cards are produced. Send the cardToken of an order of a program with cardType PHYSICAL.',
  path: 'cardToken',
}

export const ErrorCodeNotAllowed: ErrorKind = {
  code: 'card-production.error-code.not-allowed',
  status: 422,
  message: 'Send errorCode only with the status PRODUCTION_ERROR.',
  path: 'errorCode',
}
