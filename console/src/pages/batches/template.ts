import type { RecipientForm } from '@godwit/sdk'
import { fieldsOf } from '../../forms/form-values.ts'
import { csvOf } from './csv.ts'

/**
 * The columns of the file. A row with `recipientId` pays an existing recipient; its other columns about the recipient are
 * not used. `amount` is the amount that the recipient gets.
 */
export function columnsOf(form: RecipientForm): string[] {
  return ['recipientId', ...fieldsOf(form.fields).map(({ key }) => key), 'amount', 'reference']
}

/** Saves a file with the columns, and a row of examples. */
export function saveTemplate(form: RecipientForm, currency: string): void {
  const examples = new Map(
    fieldsOf(form.fields).map(({ key, example, valuesAllowed }) => [
      key,
      valuesAllowed?.[0]?.key ?? example ?? '',
    ]),
  )
  const columns = columnsOf(form)
  const sample = { amount: '100.00', reference: 'Salary' } as Readonly<Record<string, string>>
  const text = csvOf([columns, columns.map((name) => examples.get(name) ?? sample[name] ?? '')])
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = `batch-${currency}-${form.type}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
