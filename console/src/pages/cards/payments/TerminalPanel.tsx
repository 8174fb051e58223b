import type { Card } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Field } from '../../../components/Field.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { SelectField } from '../../../components/SelectField.tsx'
import { messageAt } from '../../../field-errors.ts'
import { useWorkspace } from '../../../workspace.ts'
import { PaymentResult } from './PaymentResult.tsx'
import {
  authorisationOf,
  kinds,
  merchantFields,
  posOptions,
  samplePayment,
  type TerminalPayment,
} from './terminal.ts'

/** The paths of the fields in the request. */
const paymentFields = [
  'cardData',
  'amount.value',
  'amount.currency',
  'pos',
  ...merchantFields.map(({ name }) => `acquirer.${name}`),
]

/** A simulated merchant's terminal, which authorises a payment with the card. */
export function TerminalPanel({ card: { cardToken, cardProgram } }: { readonly card: Card }) {
  const { godwit, profile } = useWorkspace()
  const [payment, setPayment] = useState(() => samplePayment(cardProgram.defaultCurrency))
  const [pan, setPan] = useState('')
  const pay = useMutation({
    // Returns only the error: the rest of the reply repeats the number, and the cache keeps the results of mutations.
    mutationFn: async () => {
      const { error } = await godwit.simulation.simulateCardAuthorisation({
        path: { profileId: profile.id, cardToken },
        body: authorisationOf(payment, pan.replaceAll(' ', '')),
      })
      return { declined: error }
    },
    gcTime: 0,
  })
  const errorOf = (path: string, label: string) => messageAt(pay.error, path, label)
  const change = (changed: Partial<TerminalPayment>) => setPayment({ ...payment, ...changed })
  return (
    <Panel title="Terminal">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate()
        }}
      >
        <div className="cards-fields">
          <Field
            autoComplete="off"
            description="Only the simulated terminal receives the number. Press “Show the number” on this page to copy the number."
            error={errorOf('cardData', 'Card number')}
            inputMode="numeric"
            isRequired
            label="Card number"
            onChange={setPan}
            type="password"
            value={pan}
          />
          <Field
            autoComplete="off"
            error={errorOf('amount.value', 'Amount')}
            inputMode="decimal"
            label="Amount"
            onChange={(amount) => change({ amount })}
            value={payment.amount}
          />
          <Field
            autoComplete="off"
            error={errorOf('amount.currency', 'Currency')}
            label="Currency"
            onChange={(currency) => change({ currency })}
            value={payment.currency}
          />
          <SelectField
            error={errorOf('pos', 'Card read by')}
            label="Card read by"
            onChange={(pos) => change({ pos: pos as TerminalPayment['pos'] })}
            options={posOptions}
            value={payment.pos}
          />
          <SelectField
            label="Kind"
            onChange={(kind) => change({ kind: kind as TerminalPayment['kind'] })}
            options={kinds}
            value={payment.kind}
          />
          {merchantFields.map(({ name, label }) => (
            <Field
              autoComplete="off"
              error={errorOf(`acquirer.${name}`, label)}
              key={name}
              label={label}
              onChange={(text) => change({ merchant: { ...payment.merchant, [name]: text } })}
              value={payment.merchant[name]}
            />
          ))}
        </div>
        <div className="row">
          <Button isPending={pay.isPending} kind="primary" type="submit">
            Pay
          </Button>
          <PaymentResult result={pay.data} />
        </div>
        {pay.error && <ErrorNotice error={pay.error} fields={paymentFields} />}
      </form>
    </Panel>
  )
}
