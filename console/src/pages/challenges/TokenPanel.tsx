import { useState } from 'react'
import { ChallengePanel } from '../../challenge/ChallengePanel.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import '../../forms/forms.css'

/** Clears the challenges of a token that another client has received. */
export function TokenPanel() {
  const [typedToken, setTypedToken] = useState('')
  const [token, setToken] = useState<string>()
  return (
    <Panel title="One-time token">
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setToken(typedToken.trim() || undefined)
        }}
      >
        <Field
          autoComplete="off"
          description="The value of x-2fa-approval of a refused request (403)"
          label="Token"
          onChange={setTypedToken}
          value={typedToken}
        />
        <div className="row">
          <Button type="submit">Show its challenges</Button>
        </div>
      </form>
      {token && <ChallengePanel key={token} token={token} />}
    </Panel>
  )
}
