import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Home',
  path: '/',
  routes: [
    { path: '/', component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage') },
  ],
}
