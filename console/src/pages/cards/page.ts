import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Cards',
  path: '/cards',
  routes: [
    { path: '/', component: lazyRouteComponent(() => import('./CardsPage.tsx'), 'CardsPage') },
    {
      path: '/$cardToken',
      component: lazyRouteComponent(() => import('./CardPage.tsx'), 'CardPage'),
    },
    {
      path: '/orders/$orderId',
      component: lazyRouteComponent(() => import('./orders/OrderPage.tsx'), 'OrderPage'),
    },
    {
      path: '/$cardToken/transactions/$transactionId',
      component: lazyRouteComponent(
        () => import('./transactions/TransactionPage.tsx'),
        'TransactionPage',
      ),
    },
  ],
}
