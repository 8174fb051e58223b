import { useSyncExternalStore } from 'react'
import { Button } from '../components/Button.tsx'
import { LedgerAudit } from './LedgerAudit.tsx'
import { OtherActions } from './OtherActions.tsx'
import { SecurityLog } from './SecurityLog.tsx'
import type { Session } from './session.ts'
import { Waiting } from './Waiting.tsx'

const views = {
  waiting: { title: 'What waits', component: Waiting },
  actions: { title: 'Other actions', component: OtherActions },
  audit: { title: 'Ledger', component: LedgerAudit },
  log: { title: 'Security log', component: SecurityLog },
}

type ViewName = keyof typeof views

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** The frame of an operator's views. The view is in the address, so that reloading and going back work. */
export function Workplace({ session }: { readonly session: Session }) {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1))
  const current: ViewName = Object.hasOwn(views, hash) ? (hash as ViewName) : 'waiting'
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
        <Button onPress={() => void session.logOut()}>Log out</Button>
      </header>
      <main className="operator-content stack">
        <View call={session.call} />
      </main>
    </>
  )
}
