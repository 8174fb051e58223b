import { useMutation, useQuery } from '@tanstack/react-query'
import { LISTED_USERS_MAX } from '../../../src/app/http/console/listed-users.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { SelectField } from '../components/SelectField.tsx'
import type { Connection } from '../session.ts'
import { FindUser } from './FindUser.tsx'

/** Chooses the user of the sandbox with whose rights the console sends requests. */
export function UserSelect({ user, listUsers, findUser, chooseUser }: Connection) {
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
      {data.length >= LISTED_USERS_MAX && <FindUser findUser={findUser} onFind={choose.mutate} />}
      {choose.error && <ErrorNotice error={choose.error} />}
    </>
  )
}
