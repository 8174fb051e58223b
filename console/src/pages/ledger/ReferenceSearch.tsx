import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'

type Props = { readonly reference: string; readonly onFind: (reference: string) => void }

/** A form that finds postings by the reference, the title or the id of a resource. */
export function ReferenceSearch({ reference, onFind }: Props) {
  const [text, setText] = useState(reference)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(referenceOf(text.trim()))
  }
  return (
    <search>
      <form className="ledger-form" onSubmit={submit}>
        <Field
          label="Reference, or an id"
          onChange={setText}
          placeholder="transfer:12"
          value={text}
        />
        <Button type="submit">Search</Button>
        {reference !== '' && <Button onPress={() => onFind('')}>Show all</Button>}
      </form>
    </search>
  )
}

/** A kind in words and an id, such as `Card transaction 3`. */
const TITLE = /^([a-z]+(?: [a-z]+)*) (\S*\d\S*)$/i

/** The pages show `card-transaction:3` as “Card transaction 3”, so a search for that title finds it as well. */
function referenceOf(text: string): string {
  return text.replace(
    TITLE,
    (_, kind: string, id: string) => `${kind.toLowerCase().replaceAll(' ', '-')}:${id}`,
  )
}
