import { useQuery } from '@tanstack/react-query'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

/** What an order needs before its card is issued. */
export function OrderRequirements({ orderId }: { readonly orderId: number }) {
  const { godwit, profile } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['card-order-requirements', profile.id, orderId],
    queryFn: () =>
      godwit.cardOrders.listCardOrderRequirements({
        path: { profileId: profile.id, cardOrderId: orderId },
      }),
  })
  const open = (data?.requirements ?? []).filter(({ status }) => status !== 'COMPLETED')
  if (open.length === 0) return <span className="muted">is being issued</span>
  return <>needs {open.map(({ type }) => wordsOf(type)).join(', ')}</>
}
