import type { Godwit, RecipientForm } from '@godwit/sdk'
import { detailsOf } from '../forms/form-values.ts'
import type { RecipientInput } from './NewRecipientForm.tsx'

type NewRecipient = {
  readonly profileId: number
  readonly currency: string
  readonly form: RecipientForm | undefined
  readonly input: RecipientInput
}

/** Adds a recipient with the entered values. The service adds the same recipient only once. Throws while `form` is undefined. */
export function createRecipient(
  godwit: Godwit,
  { profileId, currency, form, input }: NewRecipient,
) {
  if (form === undefined)
    throw new Error('The form is not loaded yet. Wait until it is shown, then send it again.')
  const { accountHolderName, ...details } = detailsOf(form.fields, input.values)
  return godwit.recipients.createRecipient({
    body: {
      profile: profileId,
      currency,
      type: form.type,
      ...(typeof accountHolderName === 'string' && { accountHolderName }),
      details,
    },
  })
}
