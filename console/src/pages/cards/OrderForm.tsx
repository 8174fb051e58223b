import type { CardProgram } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'
import { fields, type OrderValues, orderBody, sampleOrder } from './order.ts'

type Props = { readonly programs: readonly CardProgram[]; readonly onOrdered: () => void }

/** Filled in with a sample, so that one click orders a card. */
export function OrderForm({ programs, onOrdered }: Props) {
  const { godwit, profile } = useWorkspace()
  const [program, setProgram] = useState(programs[0]?.name ?? '')
  const [values, setValues] = useState<OrderValues>(() => sampleOrder(profile.fullName))
  // The same order sent twice, such as after a lost reply, is one order; another input is another order.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const order = useMutation({
    mutationFn: () =>
      godwit.cardOrders.createCardOrder({
        path: { profileId: profile.id },
        headers: { 'X-idempotence-uuid': key },
        body: orderBody(program, values),
      }),
    onSuccess: onOrdered,
  })
  const change = (next: () => void) => {
    next()
    setKey(crypto.randomUUID())
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        order.mutate()
      }}
    >
      <SelectField
        error={errorAt(order.error, 'program')}
        label="Program"
        onChange={(name) => change(() => setProgram(name))}
        options={programs.map(({ name, defaultCurrency }) => ({
          value: name,
          label: `${name} (${defaultCurrency})`,
        }))}
        value={program}
      />
      <div className="cards-order-fields">
        {fields.map(({ name, label, path }) => (
          <Field
            autoComplete="off"
            error={errorAt(order.error, path)}
            key={name}
            label={label}
            onChange={(text) => change(() => setValues({ ...values, [name]: text }))}
            value={values[name]}
          />
        ))}
      </div>
      {order.error && <ErrorNotice error={order.error} />}
      <div className="row">
        <Button isPending={order.isPending} kind="primary" type="submit">
          Order the card
        </Button>
      </div>
    </form>
  )
}
