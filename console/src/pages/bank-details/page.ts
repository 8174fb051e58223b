import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

export const page: Page = {
  title: 'Bank details',
  path: '/bank-details',
  routes: [
    {
      path: '/',
      component: lazyRouteComponent(() => import('./BankDetailsPage.tsx'), 'BankDetailsPage'),
    },
    {
      path: '/$currency',
      component: lazyRouteComponent(() => import('./CurrencyPage.tsx'), 'CurrencyPage'),
    },
  ],
}
