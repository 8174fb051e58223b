import type { CardOrder, CardProgram } from '@godwit/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Field } from '../../../components/Field.tsx'
import { SelectField } from '../../../components/SelectField.tsx'
import { messageAt } from '../../../field-errors.ts'
import { useWorkspace } from '../../../workspace.ts'
import { programText } from '../program-text.ts'
import {
  addressFieldsOf,
  addressOf,
  type DeliveryOption,
  deliveryOptions,
  initialOrderValues,
  type OrderField,
  orderBody,
  orderFieldsOf,
} from './order.ts'
import '../../../forms/forms.css'

type Props = {
  readonly programs: readonly CardProgram[]
  readonly onOrdered: (order: CardOrder) => void
}

/**
 * The form of a card order, filled in with the address of the profile and with examples, so that one click usually orders a
 * card. The service checks the address when the user leaves one of its fields.
 */
export function OrderForm({ programs, onOrdered }: Props) {
  const { godwit, profile } = useWorkspace()
  const [programName, setProgramName] = useState('')
  const [values, setValues] = useState(() => initialOrderValues(profile))
  const [deliveryOption, setDeliveryOption] = useState<DeliveryOption>('POSTAL_SERVICE_STANDARD')
  const [enteredAddress, setEnteredAddress] = useState<ReturnType<typeof addressOf>>()
  // Sending again with the same key, such as after a lost reply, creates no second order. Changed input gets another key.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const program = programs.find((each) => each.name === programName) ?? programs[0]
  const addressCheck = useQuery({
    queryKey: ['card-address', enteredAddress],
    queryFn: () => godwit.cardOrders.validateCardAddress({ body: enteredAddress ?? {} }),
    enabled: enteredAddress !== undefined,
  })
  const order = useMutation({
    mutationFn: async () => {
      if (program === undefined) throw new Error('Choose a program.')
      return godwit.cardOrders.createCardOrder({
        path: { profileId: profile.id },
        headers: { 'X-idempotence-uuid': key },
        body: orderBody({ program, values, deliveryOption }),
      })
    },
    onSuccess: onOrdered,
  })
  const change = (next: () => void) => {
    next()
    setKey(crypto.randomUUID())
  }
  const addressError = (path: string) =>
    addressCheck.data?.errors.find(({ field }) => `address.${field}` === path)?.message
  const input = ({ path, label }: OrderField) => (
    <Field
      autoComplete="off"
      error={messageAt(order.error, path, label) ?? addressError(path)}
      key={path}
      label={label}
      onChange={(text) => change(() => setValues({ ...values, [path]: text }))}
      value={values[path] ?? ''}
    />
  )
  const isPhysical = program?.cardType === 'PHYSICAL'
  const orderFields = orderFieldsOf(program?.cardType ?? 'PHYSICAL')
  const addressFields = addressFieldsOf(values)
  const shownPaths = [...orderFields, ...addressFields].map(({ path }) => path)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        order.mutate()
      }}
    >
      <SelectField
        error={messageAt(order.error, 'program', 'Program')}
        label="Program"
        onChange={(chosen) => change(() => setProgramName(chosen))}
        options={programs.map((each) => ({ value: each.name, label: programText(each) }))}
        value={program?.name ?? ''}
      />
      <div className="cards-fields">{orderFields.map(input)}</div>
      <fieldset
        className="form-group cards-fields"
        onBlur={() => setEnteredAddress(addressOf(values))}
      >
        <legend>{isPhysical ? 'Where the card is sent' : 'Billing address'}</legend>
        {addressFields.map(input)}
      </fieldset>
      {isPhysical && (
        <SelectField
          error={messageAt(order.error, 'deliveryOption', 'Delivery')}
          label="Delivery"
          onChange={(option) => change(() => setDeliveryOption(option as DeliveryOption))}
          options={deliveryOptions}
          value={deliveryOption}
        />
      )}
      {order.error && (
        <ErrorNotice error={order.error} fields={['program', 'deliveryOption', ...shownPaths]} />
      )}
      <div className="row">
        <Button isPending={order.isPending} kind="primary" type="submit">
          Order the card
        </Button>
      </div>
    </form>
  )
}
