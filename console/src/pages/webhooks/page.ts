import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Webhooks',
  path: '/webhooks',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
    },
    {
      path: '/verify',
      component: lazyRouteComponent(() => import('./signature/VerifyPage.tsx'), 'VerifyPage'),
    },
    {
      path: '/inboxes/$inboxId',
      component: lazyRouteComponent(() => import('./inboxes/InboxPage.tsx'), 'InboxPage'),
    },
    {
      path: '/$subscriptionId',
      component: lazyRouteComponent(() => import('./SubscriptionPage.tsx'), 'SubscriptionPage'),
    },
  ],
}
