import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { CardsPanel } from './CardsPanel.tsx'
import { OrderDialog } from './orders/OrderDialog.tsx'
import { OrdersPanel } from './orders/OrdersPanel.tsx'
import './cards.css'

export function CardsPage() {
  const [kindToOrder, setKindToOrder] = useState<'virtual' | 'physical'>()
  return (
    <div className="stack">
      <PageHeader
        description="Order cards, pay with them at a simulated terminal, and see what each payment does."
        title="Cards"
      >
        <Button kind="primary" onPress={() => setKindToOrder('virtual')}>
          Order a virtual card
        </Button>
        <Button onPress={() => setKindToOrder('physical')}>Order a physical card</Button>
      </PageHeader>
      <CardsPanel />
      <OrdersPanel />
      {kindToOrder && <OrderDialog kind={kindToOrder} onClose={() => setKindToOrder(undefined)} />}
    </div>
  )
}
