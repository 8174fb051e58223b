import type { CardOrderRequirements } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../workspace.ts'

type RequirementType = CardOrderRequirements['requirements'][number]['type']

export const requirementNames: Readonly<Record<RequirementType, string>> = {
  PIN: 'PIN',
  VERIFICATION: 'verification of the profile',
  ADDRESS: 'address',
}

/** The requirements of an order, which must be completed before its card is issued. */
export function useRequirements(orderId: number) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['card-order-requirements', profile.id, orderId],
    queryFn: () =>
      godwit.cardOrders.listCardOrderRequirements({
        path: { profileId: profile.id, cardOrderId: orderId },
      }),
  })
}
