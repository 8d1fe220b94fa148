import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

export const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})
export const attributesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/attributes',
  component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'AttributesPage'),
})

const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/$resource',
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})
const access = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./access.tsx'), 'Access'),
})
const vendor = createRoute({
  getParentRoute: () => frame,
  path: '/vendor',
  component: lazyRouteComponent(() => import('./vendor.tsx'), 'Vendor'),
})
const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  component: lazyRouteComponent(() => import('./compare.tsx'), 'Compare'),
})
const qualified = createRoute({
  getParentRoute: () => frame,
  path: '/qualified',
  component: lazyRouteComponent(() => import('./qualified.tsx'), 'Qualified'),
})
const rules = createRoute({
  getParentRoute: () => frame,
  path: '/rules',
  component: lazyRouteComponent(() => import('./rules.tsx'), 'Rules'),
})
const timeline = createRoute({
  getParentRoute: () => frame,
  path: '/timeline',
  component: lazyRouteComponent(() => import('./timeline.tsx'), 'Timeline'),
})

/** A resource or an attribute, by its id: a frame with the name and the tabs, and an address for each tab. */
export const groupRoute = frame.addChildren([access, vendor, compare, qualified, rules, timeline])
