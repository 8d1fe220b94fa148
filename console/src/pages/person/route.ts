import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$user',
  component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
})
const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
})
const access = createRoute({
  getParentRoute: () => frame,
  path: '/access',
  component: lazyRouteComponent(() => import('./access.tsx'), 'Access'),
})
const vendors = createRoute({
  getParentRoute: () => frame,
  path: '/vendors',
  component: lazyRouteComponent(() => import('./vendors.tsx'), 'Vendors'),
})
const accounts = createRoute({
  getParentRoute: () => frame,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./accounts.tsx'), 'Accounts'),
})
const organisation = createRoute({
  getParentRoute: () => frame,
  path: '/organisation',
  component: lazyRouteComponent(() => import('./organisation.tsx'), 'Organisation'),
})
const timeline = createRoute({
  getParentRoute: () => frame,
  path: '/timeline',
  component: lazyRouteComponent(() => import('./timeline.tsx'), 'Timeline'),
})

/** A person: a frame with the name and the tabs, and an address for each tab. */
export const personRoute = frame.addChildren([
  overview,
  access,
  vendors,
  accounts,
  organisation,
  timeline,
])
