import type { Card, SpendLimit } from '@godwit/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '../../../components/Amount.tsx'
import { Approval, type ApprovalHeaders } from '../../../components/Approval.tsx'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/Field.tsx'
import { Time } from '../../../components/Time.tsx'
import { messageAt } from '../../../field-errors.ts'
import { useWorkspace } from '../../../workspace.ts'

/** The beginning of the keys of queries for limits. */
export const LIMITS_KEY = ['card-limits']

const labels = {
  transaction: 'Each transaction',
  daily: 'Each day',
  monthly: 'Each month',
  lifetime: 'Over its lifetime',
}
export type LimitName = keyof typeof labels

type Props = {
  readonly card: Card
  readonly name: LimitName
  readonly limit: SpendLimit | null
}

/** The form of one limit, with the amount that is set and, unless it is the limit of a single transaction, how much was spent. */
export function LimitForm({ card: { cardToken, cardProgram }, name, limit }: Props) {
  const { godwit, profile } = useWorkspace()
  const savedAmount = limit === null ? '' : String(limit.value.amount)
  // Undefined until the user types: the field then shows the saved limit, even one that another client has just saved.
  const [typed, setTyped] = useState<string>()
  const amount = typed ?? savedAmount
  const queryClient = useQueryClient()
  const currency = cardProgram.defaultCurrency
  const label = `${labels[name]} (${currency})`
  const save = useMutation({
    mutationFn: (headers: ApprovalHeaders) =>
      godwit.cards.setCardSpendLimits({
        path: { profileId: profile.id, cardToken },
        headers,
        // Text that is not a number is sent too: the service explains what is wrong.
        body: { [name]: { value: { amount, currency } } },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: LIMITS_KEY })
      setTyped((current) => (current === amount ? undefined : current))
    },
  })
  const form = (
    <form
      className="cards-amount-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({})
      }}
    >
      <Field
        autoComplete="off"
        error={messageAt(save.error, name, label)}
        inputMode="decimal"
        label={label}
        onChange={setTyped}
        placeholder="no limit"
        value={amount}
      />
      <Button isDisabled={amount === savedAmount} isPending={save.isPending} type="submit">
        Set
      </Button>
      {limit && (
        <p className="muted">
          Now <Amount currency={currency} value={limit.value.amount} />
          {name !== 'transaction' && (
            <>
              ; <Amount currency={currency} value={limit.usage} /> spent
            </>
          )}
          {limit.resetAt && (
            <>
              ; the count restarts <Time at={limit.resetAt} />
            </>
          )}
        </p>
      )}
    </form>
  )
  return (
    <div className="stack">
      {form}
      {/* Outside of the form of the limit: submitting the form of a challenge within it would submit both. */}
      <Approval error={save.error} fields={[name]} onApproved={save.mutate} />
    </div>
  )
}
