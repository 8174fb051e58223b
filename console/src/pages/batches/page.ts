import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Batches',
  path: '/batches',
  routes: [
    { path: '/', component: lazyRouteComponent(() => import('./BatchesPage.tsx'), 'BatchesPage') },
    {
      path: '/$batchGroupId',
      component: lazyRouteComponent(() => import('./BatchPage.tsx'), 'BatchPage'),
    },
  ],
}
