import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { LedgerAudit } from './LedgerAudit.tsx'
import { OtherActions } from './OtherActions.tsx'
import { PendingWork } from './PendingWork.tsx'
import { SecurityLog } from './SecurityLog.tsx'
import type { Session } from './session.ts'

const views = {
  waiting: { title: 'Pending work', component: PendingWork },
  actions: { title: 'Other actions', component: OtherActions },
  audit: { title: 'Ledger', component: LedgerAudit },
  log: { title: 'Security log', component: SecurityLog },
}

type ViewName = keyof typeof views

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/**
 * The header and the chosen view. The URL contains the name of the view, so that reloading the page keeps the view, and the
 * Back button changes it.
 */
export function OperatorViews({ session }: { readonly session: Session }) {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1))
  const current: ViewName = Object.hasOwn(views, hash) ? (hash as ViewName) : 'waiting'
  const logOut = useMutation({ mutationFn: session.logOut })
  const View = views[current].component
  return (
    <>
      <header className="operator-header">
        <strong>Godwit</strong>
        <span className="operator-mode">live</span>
        <nav aria-label="Views" className="operator-views">
          {Object.entries(views).map(([name, { title }]) => (
            <a aria-current={name === current ? 'page' : undefined} href={`#${name}`} key={name}>
              {title}
            </a>
          ))}
        </nav>
        <span className="operator-name">{session.operator.name}</span>
        <Button isPending={logOut.isPending} onPress={() => logOut.mutate()}>
          Log out
        </Button>
      </header>
      <main className="operator-content stack">
        {logOut.error && <ErrorNotice error={logOut.error} />}
        <View call={session.call} />
      </main>
    </>
  )
}
