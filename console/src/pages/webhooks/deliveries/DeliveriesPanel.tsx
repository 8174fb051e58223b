import type { Delivery, Subscription } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { LoadedPages } from '../../../components/LoadedPages.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { SelectField } from '../../../components/SelectField.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { type ResendOutcome, resend } from './resend.ts'
import { type StateFilter, useDeliveries } from './use-deliveries.ts'

const filterLabels: Readonly<Record<StateFilter, string>> = {
  ALL: 'All',
  QUEUED: 'Queued',
  RETRYING: 'Retrying',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
  STOPPED: 'Stopped',
}
const filters = Object.entries(filterLabels).map(([value, label]) => ({ value, label }))

const explanations: Readonly<Partial<Record<StateFilter, string>>> = {
  FAILED:
    'Every attempt has failed: the attempts of about 14 days, or the only attempt of an edited body. A resend tries again.',
  STOPPED:
    'No longer sent, because the user has revoked the access of the application that created the subscription.',
}

type Shown = { readonly filter: StateFilter; readonly openId: string | undefined }

/** The filter and the open delivery are in the address, so that links lead to a delivery, and Back returns to the filter. */
function useShownDeliveries() {
  const search = useSearch({ strict: false }) as { state?: StateFilter; delivery?: string }
  const navigate = useNavigate()
  const shown: Shown = {
    filter: search.state && search.state in filterLabels ? search.state : 'ALL',
    openId: search.delivery,
  }
  const show = (change: Partial<Shown>) => {
    const { filter, openId } = { ...shown, ...change }
    void navigate({
      to: '.',
      search: { ...(filter !== 'ALL' && { state: filter }), ...(openId && { delivery: openId }) },
      replace: true,
      resetScroll: false,
    })
  }
  return { ...shown, show }
}

/** The log of deliveries, newest first. The user can select deliveries and send them again. */
export function DeliveriesPanel({ subscription }: { readonly subscription: Subscription }) {
  const { godwit, profile } = useWorkspace()
  const { filter, openId, show } = useShownDeliveries()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const path = { profileId: profile.id, subscriptionId: subscription.id }
  const log = useDeliveries(path, filter)
  const deliveries: readonly Delivery[] = log.data?.pages.flat() ?? []
  const selectedDeliveries = deliveries.filter(({ delivery_id }) => selected.has(delivery_id))
  const send = useMutation({
    mutationFn: (rows: readonly Delivery[]) => resend(godwit, path, rows),
    onSuccess: () => setSelected(new Set()),
  })
  return (
    <Panel title="Deliveries">
      <div className="row webhooks-tools">
        <SelectField
          label="State"
          onChange={(value) => show({ filter: value as StateFilter })}
          options={filters}
          value={filter}
        />
        <Button
          isDisabled={selectedDeliveries.length === 0}
          isPending={send.isPending}
          onPress={() => send.mutate(selectedDeliveries)}
        >
          Resend selected ({selectedDeliveries.length})
        </Button>
      </div>
      <ResendResult result={send.data} />
      {explanations[filter] && <p className="muted">{explanations[filter]}</p>}
      <LoadedPages label="Loading deliveries" more="Load older deliveries" query={log}>
        {() =>
          deliveries.length === 0 ? (
            <NoDeliveries isFiltered={filter !== 'ALL'} />
          ) : (
            <DeliveryTable
              deliveries={deliveries}
              onOpen={(id) => show({ openId: id })}
              onSelect={setSelected}
              selected={selected}
            />
          )
        }
      </LoadedPages>
      <DeliveryDialog
        delivery={deliveries.find(({ delivery_id }) => delivery_id === openId)}
        onClose={() => show({ openId: undefined })}
        subscription={subscription}
      />
    </Panel>
  )
}

/** The result of the latest resend, or a hint about the selection of deliveries before the first resend. */
function ResendResult({ result }: { readonly result: ResendOutcome | undefined }) {
  return (
    <>
      <p aria-live="polite" className="muted">
        {result
          ? `Resent ${result.count}, the oldest first: the same bytes with the same X-Delivery-Id.`
          : 'To select a range, choose its first delivery and then its last with Shift.'}
        {result?.failed &&
          ` The request to resend delivery ${result.failed.deliveryId} failed, so no later one was sent.`}
      </p>
      {result?.failed && <ErrorNotice error={result.failed.error} />}
    </>
  )
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No delivery in this state">Choose another state.</EmptyState>
  return (
    <EmptyState title="Nothing was sent yet">
      Cause the event with the command below; for events of transfers, send a transfer on the page
      Home.
    </EmptyState>
  )
}
