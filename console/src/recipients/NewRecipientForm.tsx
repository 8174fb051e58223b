import type { FilledForm, Recipient, RecipientForm } from '@godwit/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { FormFields } from '../forms/FormFields.tsx'
import { detailsOf, keysOf, type Values } from '../forms/form-values.ts'
import { useWorkspace } from '../workspace.ts'
import { createRecipient } from './create-recipient.ts'

export type RecipientInput = { readonly type: string; readonly values: Values }
export const noInput: RecipientInput = { type: '', values: {} }

type Props = {
  readonly currency: string
  /** Distinguishes the cached forms: the id of the quote, or the currency, that the forms are for. */
  readonly formKey: string
  /** Loads the forms: at first without values, and again with the entered values when one of them changes the form. */
  readonly load: (filled?: FilledForm) => Promise<readonly RecipientForm[]>
  readonly input: RecipientInput
  readonly onInput: (input: RecipientInput) => void
  readonly onCreated: (id: Recipient['id']) => void
}

/** Adds a recipient with the form that the service has for the currency. */
export function NewRecipientForm({ currency, formKey, load, input, onInput, onCreated }: Props) {
  const { godwit, profile } = useWorkspace()
  // The values with which the forms were last loaded. Without values, the blank forms are loaded.
  const [loadedWith, setLoadedWith] = useState(input)
  const forms = useQuery({
    queryKey: ['recipient-forms', formKey, loadedWith],
    queryFn: async () => {
      const blank = await load()
      const form = blank.find(({ type }) => type === loadedWith.type)
      if (form === undefined || Object.keys(loadedWith.values).length === 0) return blank
      return load({ type: form.type, details: detailsOf(form.fields, loadedWith.values) })
    },
    placeholderData: (previous) => previous,
    staleTime: Infinity,
  })
  const form = forms.data?.find(({ type }) => type === input.type) ?? forms.data?.[0]
  const create = useMutation({
    mutationFn: () => createRecipient(godwit, { profileId: profile.id, currency, form, input }),
    onSuccess: ({ id }) => onCreated(id),
  })
  const refresh = (values: Values) => setLoadedWith({ type: form?.type ?? '', values })
  return (
    <Loaded label="Loading the form" query={forms}>
      {(list) =>
        form === undefined ? (
          <EmptyState title={`Nobody can be paid in ${currency}`}>
            Choose another currency.
          </EmptyState>
        ) : (
          <form
            className="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              create.mutate()
            }}
          >
            <SelectField
              label="Pay to"
              onChange={(type) => {
                create.reset()
                onInput({ ...input, type })
                setLoadedWith({ ...input, type })
              }}
              options={list.map(({ type, title }) => ({ value: type, label: title }))}
              value={form.type}
            />
            <FormFields
              error={create.error}
              groups={form.fields}
              onChange={(key, value) =>
                onInput({ type: form.type, values: { ...input.values, [key]: value } })
              }
              onRefresh={(key, value) => refresh({ ...input.values, [key]: value })}
              values={input.values}
            />
            {create.error && <ErrorNotice error={create.error} fields={keysOf(form.fields)} />}
            <div className="row">
              <Button isPending={create.isPending} kind="primary" type="submit">
                Add recipient
              </Button>
              {forms.isFetching && <span className="muted">Updating the form…</span>}
            </div>
          </form>
        )
      }
    </Loaded>
  )
}
