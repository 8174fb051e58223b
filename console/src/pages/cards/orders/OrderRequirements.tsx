import { requirementNames, useRequirements } from './use-requirements.ts'

/** The open requirements of an order whose card is not issued. */
export function OrderRequirements({ orderId }: { readonly orderId: number }) {
  const { data } = useRequirements(orderId)
  const openRequirements = (data?.requirements ?? []).filter(({ status }) => status !== 'COMPLETED')
  if (openRequirements.length === 0) return <span className="muted">is being issued</span>
  return <>needs {openRequirements.map(({ type }) => requirementNames[type]).join(', ')}</>
}
