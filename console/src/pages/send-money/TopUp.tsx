import type { Balance } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { formatAmount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useWorkspace } from '../../workspace.ts'

type Props = {
  /** Undefined when the profile has no balance in the currency; the top-up then opens a balance. */
  readonly balance: Balance | undefined
  readonly currency: string
  readonly missing: number
}

/** Offers a simulated top-up of the missing amount. The service refuses a payment that is tried without the top-up. */
export function TopUp({ balance, currency, missing }: Props) {
  const { godwit, profile } = useWorkspace()
  // Rounded up to whole units of the currency: the difference of two binary numbers may be a little too small.
  const amount = Math.ceil(missing)
  const topUp = useMutation({
    mutationFn: async () => {
      const { id } =
        balance ??
        (await godwit.balances.createBalance({
          path: { profileId: profile.id },
          body: { currency, type: 'STANDARD' },
        }))
      await godwit.simulation.simulateBalanceTopUp({
        body: { profileId: profile.id, balanceId: id, currency, amount, channel: 'TRANSFER' },
      })
    },
  })
  return (
    <div className="send-top-up">
      <p>
        {balance
          ? 'The balance has too little money for this transfer.'
          : `This profile has no balance in ${currency}. The top-up opens a balance.`}
      </p>
      {topUp.error && <ErrorNotice error={topUp.error} />}
      <Button isPending={topUp.isPending} kind="primary" onPress={() => topUp.mutate()}>
        Top up {formatAmount(amount, currency)} {currency} (simulated)
      </Button>
    </div>
  )
}
