import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

const component = lazyRouteComponent(() => import('./SendMoneyPage.tsx'), 'SendMoneyPage')

export const page: Page = {
  title: 'Send money',
  path: '/send-money',
  routes: [
    { path: '/', component },
    { path: '/$step', component },
  ],
}
