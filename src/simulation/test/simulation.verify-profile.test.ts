import { describe, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { expectVerification } from './verified-profiles.ts'

describe('simulation.verify-profile', () => {
  const service = testService()

  it('200 without a body verifies every profile of the user and releases the transfers that waited for the verification', () =>
    expectVerification(service, (ann) => ann.call('POST /v1/simulation/verify-profile')))
})
