import type { OneTimeToken } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../components/Button.tsx'
import { Details } from '../components/Details.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { useWorkspace } from '../workspace.ts'
import { AnswerChallenge } from './AnswerChallenge.tsx'
import { PhoneScreen } from './PhoneScreen.tsx'
import './challenge.css'

type Props = {
  readonly token: string
  /** Called when every challenge is cleared: the request can be sent again with the token. */
  readonly onCleared?: () => void
  /** Sends the request again without the token, so that the service issues another. */
  readonly onRestart?: () => void
}

/** A one-time token with the number of its open challenges, and the inputs that clear the first of these challenges. */
export function ChallengePanel({ token, onCleared, onRestart }: Props) {
  const { godwit } = useWorkspace()
  const status = useQuery({
    queryKey: ['one-time-token', token],
    queryFn: () => godwit.security.getOneTimeToken({ headers: { 'One-Time-Token': token } }),
  })
  const properties = status.data?.oneTimeTokenProperties
  const isCleared = properties?.challenges.length === 0
  // `onCleared` is no dependency: callers pass another function at each render, and it must be called only once.
  useEffect(() => {
    if (isCleared) onCleared?.()
  }, [isCleared])
  return (
    <section aria-label="Challenge" className="challenge">
      <h3>Confirm that it is you</h3>
      <Loaded label="Loading the challenges" query={status}>
        {({ oneTimeTokenProperties }) => (
          <>
            <Details rows={rowsOf(oneTimeTokenProperties)} />
            {isCleared && <p role="status">All challenges of this token are cleared.</p>}
            <div className="columns">
              {typesOf(oneTimeTokenProperties).map((type, index) => (
                <AnswerChallenge autoFocus={index === 0} key={type} token={token} type={type} />
              ))}
              {typesOf(oneTimeTokenProperties).includes('SMS') && <PhoneScreen />}
            </div>
          </>
        )}
      </Loaded>
      {onRestart && (status.error || isCleared) && (
        <Button onPress={onRestart}>Request another token</Button>
      )}
    </section>
  )
}

type Properties = OneTimeToken['oneTimeTokenProperties']

/** The types of the first open challenge and of its alternatives. */
const typesOf = ({ challenges: [open] }: Properties) =>
  open ? [open.primaryChallenge, ...open.alternatives].map(({ type }) => type) : []

function rowsOf({ oneTimeToken, actionType, validity, challenges }: Properties) {
  const attributes = challenges[0]?.primaryChallenge.viewData.attributes
  const isPayment = attributes?.amount !== undefined && attributes.currency !== undefined
  return [
    ['Token', <code key="token">{oneTimeToken}</code>],
    ['Action', <code key="action">{actionType}</code>],
    ['Amount', isPayment ? `${attributes.amount} ${attributes.currency}` : null],
    ['Payee', attributes?.payee],
    ['Open challenges', String(challenges.length)],
    ['Valid for', `${validity} seconds`],
  ] as const
}
