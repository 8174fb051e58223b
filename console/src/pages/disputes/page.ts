import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Disputes',
  path: '/disputes',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./DisputesPage.tsx'), 'DisputesPage'),
    },
    {
      path: '/$disputeId',
      component: lazyRouteComponent(() => import('./DisputePage.tsx'), 'DisputePage'),
    },
    {
      path: '/new/$transactionId',
      component: lazyRouteComponent(() => import('./create/NewDisputePage.tsx'), 'NewDisputePage'),
    },
  ],
}
