import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useWorkspace } from '../../workspace.ts'
import { OrderForm } from './OrderForm.tsx'

export function OrderDialog({ onClose }: { readonly onClose: () => void }) {
  const { godwit, profile } = useWorkspace()
  const programs = useQuery({
    queryKey: ['card-programs', profile.id],
    queryFn: async () => {
      const { cardPrograms } = await godwit.cardOrders.listAvailableCardPrograms({
        path: { profileId: profile.id },
      })
      return cardPrograms.filter(({ cardType }) => cardType !== 'PHYSICAL')
    },
  })
  return (
    <Dialog isOpen onOpenChange={onClose} title="Order a virtual card">
      <Loaded label="Loading card programs" query={programs}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No virtual card is available to this profile">
              Programs depend on the country of the profile's address and on how many cards it has.
            </EmptyState>
          ) : (
            <OrderForm onOrdered={onClose} programs={list} />
          )
        }
      </Loaded>
    </Dialog>
  )
}
