import type { Delivery } from '@godwit/sdk'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { DeliveryState } from '../../../components/DeliveryState.tsx'
import { type Column, Table } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { AttemptReply } from './AttemptReply.tsx'
import { SubjectCell } from './SubjectCell.tsx'
import { changeSelection } from './selection.ts'
import '../webhooks.css'

type Props = {
  readonly deliveries: readonly Delivery[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onOpen: (id: string) => void
}

/** Deliveries to select and to open. With Shift, the space bar or a click selects a range. */
export function DeliveryTable({ deliveries, selected, onSelect, onOpen }: Props) {
  const [lastChosenId, setLastChosenId] = useState<string>()
  const ids = deliveries.map(({ delivery_id }) => delivery_id)
  const columns: readonly Column<Delivery>[] = [
    {
      title: 'Delivery',
      cell: ({ delivery_id: id }) => (
        <span className="webhooks-delivery">
          <input
            aria-label={`Select delivery ${id}`}
            checked={selected.has(id)}
            onChange={({ target, nativeEvent }) => {
              // The native event of a changed check box is a click, also when the space bar has changed it.
              const isRange = (nativeEvent as MouseEvent).shiftKey
              const choice = { ids, id, isSelected: target.checked }
              onSelect(
                changeSelection(selected, { ...choice, from: isRange ? lastChosenId : undefined }),
              )
              setLastChosenId(id)
            }}
            type="checkbox"
          />
          <Button className="webhooks-open" kind="plain" onPress={() => onOpen(id)}>
            Open<span className="visually-hidden"> delivery {id}</span>
          </Button>
        </span>
      ),
    },
    { title: 'About', cell: ({ body }) => <SubjectCell body={body} /> },
    {
      title: 'State',
      cell: ({ state, test }) => (
        <>
          <DeliveryState state={state} /> {test && <span className="muted">test</span>}
        </>
      ),
    },
    {
      title: 'Reply',
      cell: (delivery) => (
        <div className="webhooks-reply">
          <AttemptReply delivery={delivery} />{' '}
          {delivery.last_attempt && (
            <span className="muted time">{delivery.last_attempt.elapsed_ms} ms</span>
          )}
        </div>
      ),
    },
    { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
    { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Delivered', cell: (delivery) => <DeliveredOrNext delivery={delivery} /> },
  ]
  const areAllSelected = ids.length > 0 && ids.every((id) => selected.has(id))
  return (
    <>
      <label className="webhooks-all">
        <input
          checked={areAllSelected}
          onChange={() => onSelect(new Set(areAllSelected ? [] : ids))}
          type="checkbox"
        />
        Select all shown
      </label>
      <Table
        caption="Deliveries"
        columns={columns}
        rowKey={({ delivery_id }) => delivery_id}
        rows={deliveries}
      />
    </>
  )
}

function DeliveredOrNext({ delivery }: { readonly delivery: Delivery }) {
  const { state, last_attempt, next_attempt_at } = delivery
  if (state === 'DELIVERED') return last_attempt && <Time at={last_attempt.at} />
  if (next_attempt_at === null) return null
  return (
    <span className="muted">
      next <Time at={next_attempt_at} />
    </span>
  )
}
