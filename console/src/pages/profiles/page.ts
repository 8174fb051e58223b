import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Profiles',
  path: '/profiles',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./ProfilesPage.tsx'), 'ProfilesPage'),
    },
    {
      path: '/$profileId',
      component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
    },
  ],
}
