import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Recipients',
  path: '/recipients',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./RecipientsPage.tsx'), 'RecipientsPage'),
    },
    {
      path: '/new',
      component: lazyRouteComponent(() => import('./NewRecipientPage.tsx'), 'NewRecipientPage'),
    },
    {
      path: '/$recipientId',
      component: lazyRouteComponent(() => import('./RecipientPage.tsx'), 'RecipientPage'),
    },
  ],
}
