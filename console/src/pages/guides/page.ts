import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../page.ts'

const component = lazyRouteComponent(() => import('./GuidePage.tsx'), 'GuidePage')

export const page: Page = {
  title: 'Guides',
  path: '/guides',
  routes: [
    { path: '/', component },
    { path: '/$name', component },
  ],
}
