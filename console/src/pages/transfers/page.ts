import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Transfers',
  path: '/transfers',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./TransfersPage.tsx'), 'TransfersPage'),
    },
    {
      path: '/$transferId',
      component: lazyRouteComponent(() => import('./TransferPage.tsx'), 'TransferPage'),
    },
  ],
}
