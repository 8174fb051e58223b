import { ChallengeRequired, type Transfer } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChallengePanel } from '../../challenge/ChallengePanel.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useBalances } from '../../money/use-balances.ts'
import { useWorkspace } from '../../workspace.ts'
import type { StepProps } from './step-props.ts'
import { TopUp } from './TopUp.tsx'

type Props = StepProps & {
  readonly transfer: Transfer
  /** The amount to pay from the balance, with the fee, in the source currency. */
  readonly cost: number
}

/** Pays the transfer from the balance in its currency. Pressing the button twice is safe: the service refuses a second payment. */
export function PayFromBalance({ transfer, cost, draft, update, clear }: Props) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const currency = transfer.sourceCurrency
  const balances = useBalances('STANDARD')
  const pay = useMutation({
    mutationFn: (oneTimeToken: string | undefined) =>
      godwit.transfers.fundTransfer({
        path: { profileId: profile.id, transferId: transfer.id },
        body: { type: 'BALANCE' },
        ...(oneTimeToken && { headers: { 'One-Time-Token': oneTimeToken } }),
      }),
    onSuccess: () => {
      clear()
      void navigate({ to: `/transfers/${transfer.id}` })
    },
    onError: (error) =>
      update({
        oneTimeToken: error instanceof ChallengeRequired ? error.oneTimeToken : undefined,
      }),
  })
  const isChallenged = pay.error instanceof ChallengeRequired
  return (
    <Loaded label="Loading balances" query={balances}>
      {(list) => {
        const balance = list.find((each) => each.currency === currency)
        const missing = cost - (balance?.amount.value ?? 0)
        return (
          <>
            <p>Balance: {balance ? <Amount {...balance.amount} /> : 'none'}</p>
            {missing > 0 && <TopUp balance={balance} currency={currency} missing={missing} />}
            {pay.error && !isChallenged && <ErrorNotice error={pay.error} />}
            {draft.oneTimeToken ? (
              <ChallengePanel
                key={draft.oneTimeToken}
                onCleared={() => pay.mutate(draft.oneTimeToken)}
                onRestart={() => pay.mutate(undefined)}
                token={draft.oneTimeToken}
              />
            ) : (
              <div className="row">
                <Button
                  isPending={pay.isPending}
                  kind={missing > 0 ? 'secondary' : 'primary'}
                  onPress={() => pay.mutate(undefined)}
                >
                  Pay from the balance
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
