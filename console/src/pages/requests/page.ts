import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Requests',
  path: '/requests',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
    },
    {
      path: '/$requestId',
      component: lazyRouteComponent(() => import('./RequestPage.tsx'), 'RequestPage'),
    },
  ],
}
