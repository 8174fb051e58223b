import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Challenges',
  path: '/challenges',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./ChallengesPage.tsx'), 'ChallengesPage'),
    },
  ],
}
