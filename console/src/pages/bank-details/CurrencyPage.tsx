import { Link, useParams } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { OrdersPanel } from './OrdersPanel.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { ReceivePanel } from './ReceivePanel.tsx'
import { useAccountDetails } from './use-account-details.ts'

/** The bank details of one currency, their orders, a form for a payment to them, and the received payments of all currencies. */
export function CurrencyPage() {
  const { currency } = useParams({ strict: false }) as { currency: string }
  const details = useAccountDetails()
  return (
    <div className="stack">
      <Link to="/bank-details">All currencies</Link>
      <PageHeader title={`${currency} bank details`} />
      <Loaded label="Loading bank details" query={details}>
        {(list) => {
          const found = list.filter((each) => each.currency.code === currency).toReversed()
          const issuedDetails = found.filter(({ id }) => id !== null)
          if (found.length === 0)
            return (
              <EmptyState title="There are no bank details in this currency">
                <Link to="/bank-details">Choose another currency</Link>.
              </EmptyState>
            )
          return (
            <>
              <div className="columns">
                <div className="stack bank-details-column">
                  {found.map((each) => (
                    <DetailsPanel details={each} key={each.id} />
                  ))}
                </div>
                <div className="stack bank-details-column">
                  {issuedDetails.length > 0 && (
                    <ReceivePanel currency={currency} issuedDetails={issuedDetails} />
                  )}
                  <OrdersPanel currency={currency} />
                </div>
              </div>
              <PaymentsPanel />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
