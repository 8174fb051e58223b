import type { Dispute } from '@godwit/sdk'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'

export function DisputeDetails({ dispute }: { readonly dispute: Dispute }) {
  return (
    <Panel title="Details">
      <Details
        rows={[
          ['Reason', <code key="reason">{dispute.reason}</code>],
          ['Status', dispute.status],
          ['Submitted', <Time at={dispute.createdAt} key="created" />],
          ['Submitted by', `user ${dispute.createdBy}`],
          ['Last change', <Time at={dispute.lastUpdatedAt} key="changed" />],
          ['Dispute', <code key="id">{dispute.id}</code>],
        ]}
      />
    </Panel>
  )
}
