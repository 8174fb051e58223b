import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Time',
  path: '/time',
  routes: [
    { path: '/', component: lazyRouteComponent(() => import('./TimePage.tsx'), 'TimePage') },
  ],
}
