import type { Card, SpendLimit } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '../../components/Amount.tsx'
import { Approval, type ApprovalHeaders } from '../../components/Approval.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Time } from '../../components/Time.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'
import type { LimitName } from './LimitsPanel.tsx'

type Props = {
  readonly card: Card
  readonly name: LimitName
  readonly limit: SpendLimit | null
}

const labels: Readonly<Record<LimitName, string>> = {
  transaction: 'Each transaction',
  daily: 'Each day',
  monthly: 'Each month',
  lifetime: 'Ever',
}

/** One limit with what was spent of it. */
export function LimitForm({ card: { cardToken, cardProgram }, name, limit }: Props) {
  const { godwit, profile } = useWorkspace()
  const before = limit === null ? '' : String(limit.value.amount)
  const [amount, setAmount] = useState(before)
  const currency = cardProgram.defaultCurrency
  const save = useMutation({
    mutationFn: (headers: ApprovalHeaders) =>
      godwit.cards.setCardSpendLimits({
        path: { profileId: profile.id, cardToken },
        headers,
        // What is no number is sent as it is, so that the service explains it.
        body: { [name]: { value: { amount, currency } } },
      }),
  })
  return (
    <form
      className="cards-limit"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({})
      }}
    >
      <Field
        autoComplete="off"
        error={errorAt(save.error, name)}
        inputMode="decimal"
        label={`${labels[name]} (${currency})`}
        onChange={setAmount}
        placeholder="no limit"
        value={amount}
      />
      <Button isDisabled={amount === before} isPending={save.isPending} type="submit">
        Set
      </Button>
      {limit && name !== 'transaction' && (
        <p className="muted">
          {formatAmount(limit.usage, currency)} {currency} spent
          {limit.resetAt && (
            <>
              , reset <Time at={limit.resetAt} />
            </>
          )}
        </p>
      )}
      {save.error && <Approval error={save.error} onApproved={(headers) => save.mutate(headers)} />}
    </form>
  )
}
