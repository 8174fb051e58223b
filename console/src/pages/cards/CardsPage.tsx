import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { CardsPanel } from './CardsPanel.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { OrdersPanel } from './OrdersPanel.tsx'
import './cards.css'

export function CardsPage() {
  const [isOrdering, setOrdering] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        description="Order cards, pay with them at a simulated terminal, and see what each payment does."
        title="Cards"
      >
        <Button kind="primary" onPress={() => setOrdering(true)}>
          Order a virtual card
        </Button>
      </PageHeader>
      <CardsPanel />
      <OrdersPanel />
      {isOrdering && <OrderDialog onClose={() => setOrdering(false)} />}
    </div>
  )
}
