import { wordsOf } from '../../../words.ts'
import { useRequirements } from './use-requirements.ts'

/** The open requirements of an order whose card is not issued. */
export function OrderRequirements({ orderId }: { readonly orderId: number }) {
  const { data } = useRequirements(orderId)
  const open = (data?.requirements ?? []).filter(({ status }) => status !== 'COMPLETED')
  if (open.length === 0) return <span className="muted">is being issued</span>
  return <>needs {open.map(({ type }) => wordsOf(type)).join(', ')}</>
}
