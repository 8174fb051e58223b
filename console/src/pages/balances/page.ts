import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Balances',
  path: '/balances',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./BalancesPage.tsx'), 'BalancesPage'),
    },
    {
      path: '/$balanceId',
      component: lazyRouteComponent(() => import('./BalancePage.tsx'), 'BalancePage'),
    },
  ],
}
