// Limits the forms with files that are in memory at the same time (D48): of the process, and of one user or application,
// who could otherwise keep all others from sending files by sending some slowly.

import type { FastifyRequest } from 'fastify'
import { countsByKey } from '../../../kernel/counts.ts'
import type { RequestLimits } from './request-limits.ts'

export const NoSlot = {
  status: 503,
  code: 'upload.no-room',
  message: 'The service is receiving too many files. Nothing was changed. Send the request again.',
} as const
export const TooManyUploads = {
  status: 429,
  code: 'upload.too-many',
  message:
    'You are sending too many files at the same time. Let one request finish, and try again.',
} as const

type SlotRefusal = typeof NoSlot | typeof TooManyUploads

type UploadSlots = {
  /** Returns the function that releases the slot, or the refusal when no slot is free. */
  take(request: Pick<FastifyRequest, 'caller'>): (() => void) | SlotRefusal
}

export function uploadSlots({
  uploadsMax,
  uploadsPerUserMax,
}: Pick<RequestLimits, 'uploadsMax' | 'uploadsPerUserMax'>): UploadSlots {
  const byOwner = countsByKey<string>()
  let taken = 0
  return {
    take({ caller }) {
      const owner = ownerOf(caller)
      if (byOwner.of(owner) >= uploadsPerUserMax) return TooManyUploads
      if (taken >= uploadsMax) return NoSlot
      byOwner.add(owner)
      taken++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken--
        byOwner.remove(owner)
      }
    },
  }
}

function ownerOf(caller: FastifyRequest['caller']): string {
  if (caller.kind === 'user') return `user:${caller.userId}`
  return caller.kind === 'client' ? `application:${caller.applicationId}` : 'none'
}
