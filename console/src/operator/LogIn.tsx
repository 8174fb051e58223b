import { useMutation } from '@tanstack/react-query'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Field } from '../components/Field.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { logIn, type Session } from './session.ts'

type Props = {
  readonly onOpened: (session: Session) => void
  /** Called when the session has ended. */
  readonly onEnd: () => void
}

/** The log-in of an operator, with password and second factor. */
export function LogIn({ onOpened, onEnd }: Props) {
  const request = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '')
      return logIn({ email: text('email'), password: text('password'), code: text('code') }, onEnd)
    },
    onSuccess: onOpened,
  })
  return (
    <main className="operator-log-in stack">
      <PageHeader
        description="For people who work for the operator of this service."
        title="Operator log-in"
      />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          request.mutate(new FormData(event.currentTarget))
        }}
      >
        <Field
          autoComplete="username"
          isRequired
          label="E-mail address"
          name="email"
          type="email"
        />
        <Field
          autoComplete="current-password"
          isRequired
          label="Password"
          name="password"
          type="password"
        />
        <Field
          autoComplete="one-time-code"
          description="Six digits of your authenticator app. Each code works once."
          inputMode="numeric"
          isRequired
          label="Code"
          name="code"
        />
        {request.error && <ErrorNotice error={request.error} />}
        <div>
          <Button isPending={request.isPending} kind="primary" type="submit">
            Log in
          </Button>
        </div>
      </form>
    </main>
  )
}
