import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Ledger',
  path: '/ledger',
  routes: [
    { path: '/', component: lazyRouteComponent(() => import('./LedgerPage.tsx'), 'LedgerPage') },
  ],
}
