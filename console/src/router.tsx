// The routes of all pages, each loaded when it is opened.

import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { Page } from './page.ts'
import { pages } from './pages.ts'
import { NotFound } from './shell/NotFound.tsx'
import { PageFailed } from './shell/PageFailed.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

function routesOf(page: Page) {
  return page.routes.map(({ path, component }) =>
    createRoute({
      getParentRoute: () => root,
      path: `${page.path}${path}`.replace(/\/{2,}/g, '/'),
      component,
    }),
  )
}

export const router = createRouter({
  routeTree: root.addChildren(pages.flatMap(routesOf)),
  basepath: '/console',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})
