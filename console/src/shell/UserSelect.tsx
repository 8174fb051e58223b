import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { SelectField } from '../components/SelectField.tsx'
import type { Connection } from '../session.ts'

/** The user with whose rights the console works: one of the sandbox. */
export function UserSelect({ user, listUsers, chooseUser }: Connection) {
  const { data = [{ ...user, name: null }] } = useQuery({ queryKey: ['users'], queryFn: listUsers })
  const choose = useMutation({ mutationFn: chooseUser })
  return (
    <>
      <SelectField
        label="User"
        onChange={(id) => choose.mutate(Number(id))}
        options={data.map(({ id, email, name }) => ({
          value: String(id),
          label: name ? `${name}, ${email}` : email,
        }))}
        value={String(user.id)}
      />
      {choose.error && <ErrorNotice error={choose.error} />}
    </>
  )
}
