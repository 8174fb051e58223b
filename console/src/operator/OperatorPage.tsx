import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Loading } from '../components/Loading.tsx'
import { LogIn } from './LogIn.tsx'
import { OperatorViews } from './OperatorViews.tsx'
import { findSession, SESSION_KEY, type Session } from './session.ts'
import './operator.css'

/** The log-in, or the views of the operator who is logged in. */
export function OperatorPage() {
  const client = useQueryClient()
  const endSession = () => {
    // The next person at this screen must not see the data of the operator.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
    client.setQueryData(SESSION_KEY, null)
  }
  const session = useQuery<Session | null>({
    queryKey: SESSION_KEY,
    queryFn: () => findSession(endSession),
    staleTime: 'static',
  })
  if (session.error)
    return (
      <main className="operator-log-in">
        <h1>Operators</h1>
        <ErrorNotice error={session.error} onRetry={session.refetch} />
      </main>
    )
  if (session.data === undefined) return <Loading label="Opening the console" />
  if (session.data === null)
    return (
      <LogIn onEnd={endSession} onOpened={(opened) => client.setQueryData(SESSION_KEY, opened)} />
    )
  return <OperatorViews session={session.data} />
}
