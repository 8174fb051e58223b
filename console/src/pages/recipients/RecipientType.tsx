import type { Recipient } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { formHeaders, formQuery } from '../../recipients/form-request.ts'
import { wordsOfCamelCase } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

/** The type of a recipient in words: the title of the form with which recipients of the type are added, if there is one. */
export function RecipientType({ type, currency }: Pick<Recipient, 'type' | 'currency'>) {
  const { godwit } = useWorkspace()
  const { data: forms = [], isLoading } = useQuery({
    queryKey: ['recipient-type-forms', currency],
    queryFn: () =>
      godwit.requirements.getRecipientForm({
        query: formQuery(currency ?? ''),
        headers: formHeaders,
      }),
    enabled: currency !== null,
    staleTime: Infinity,
  })
  if (isLoading) return null
  const form = forms.find((each) => lettersOf(each.type) === lettersOf(type))
  return form?.title ?? wordsOfCamelCase(type)
}

/** Forms have the type `sort_code`, recipients have `SortCode`. */
const lettersOf = (type: string) => type.replaceAll('_', '').toLowerCase()
