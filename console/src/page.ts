// The declaration of a page, which `pages/<name>/page.ts` exports.

import type { RouteComponent } from '@tanstack/react-router'

type PageRoute = {
  /**
   * Relative to the path of the page: `/` or `/$transferId`. The router gets the routes at run time, so TypeScript does not have the
   * types of their parameters, and components cast the result of `useParams`.
   */
  readonly path: string
  /** Usually `lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage')`. */
  readonly component: RouteComponent
}

export type Page = {
  /** The name in the navigation. */
  readonly title: string
  /** Relative to `/console`, such as `/transfers`. */
  readonly path: string
  readonly routes: readonly PageRoute[]
}
