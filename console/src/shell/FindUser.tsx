import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Field } from '../components/Field.tsx'
import type { Connection } from '../session.ts'

type Props = Pick<Connection, 'findUser'> & { readonly onFind: (id: number) => void }

/** Chooses a user of a large sandbox who is not listed. */
export function FindUser({ findUser, onFind }: Props) {
  const [text, setText] = useState('')
  const find = useMutation({
    mutationFn: async () => {
      const found = await findUser(text)
      if (found === undefined)
        throw new Error(
          'No active user has this e-mail address or id. Enter the whole address or id.',
        )
      onFind(found.id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') find.mutate()
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field
        error={find.error?.message}
        label="Older user: e-mail or id"
        onChange={(entered) => {
          setText(entered)
          find.reset()
        }}
        value={text}
      />
      <Button type="submit">Find user</Button>
    </form>
  )
}
