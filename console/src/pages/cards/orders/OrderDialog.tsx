import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../../../components/Dialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { OrderForm } from './OrderForm.tsx'

type Props = { readonly kind: 'virtual' | 'physical'; readonly onClose: () => void }

export function OrderDialog({ kind, onClose }: Props) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const programs = useQuery({
    queryKey: ['card-programs', profile.id],
    queryFn: () => godwit.cardOrders.listAvailableCardPrograms({ path: { profileId: profile.id } }),
  })
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Order a ${kind} card`}>
      <Loaded label="Loading card programs" query={programs}>
        {({ cardPrograms }) => {
          const list = cardPrograms.filter(
            ({ cardType }) => (cardType === 'PHYSICAL') === (kind === 'physical'),
          )
          return list.length === 0 ? (
            <EmptyState title={`No ${kind} card is available to this profile`}>
              Programs depend on the country of the profile's address and on how many cards the
              profile has.
            </EmptyState>
          ) : (
            <OrderForm
              onOrdered={({ id }) => {
                onClose()
                // The list shows a virtual card within seconds. A physical card is produced first, which the page of its order shows.
                if (kind === 'physical') void navigate({ to: `/cards/orders/${id}` })
              }}
              programs={list}
            />
          )
        }}
      </Loaded>
    </Dialog>
  )
}
