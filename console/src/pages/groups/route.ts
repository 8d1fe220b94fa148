import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const groupsRoute = page(
  rootRoute,
  '/groups',
  'GroupsPage',
  () => import('./groups-page.tsx'),
)
export const attributesRoute = page(
  rootRoute,
  '/groups/attributes',
  'AttributesPage',
  () => import('./groups-page.tsx'),
)

const frame = page(rootRoute, '/groups/$resource', 'GroupPage', () => import('./group-page.tsx'))
const access = page(frame, '/', 'Access', () => import('./access.tsx'))
const vendor = page(frame, '/vendor', 'Vendor', () => import('./vendor.tsx'))
const compare = page(frame, '/compare', 'Compare', () => import('./compare.tsx'))
const qualified = page(frame, '/qualified', 'Qualified', () => import('./qualified.tsx'))
const rules = page(frame, '/rules', 'Rules', () => import('./rules.tsx'))
const twoDates = page(frame, '/two-dates', 'TwoDates', () => import('./two-dates.tsx'))
const timeline = page(frame, '/timeline', 'GroupTimeline', () => import('./timeline.tsx'))

/** A resource or an attribute, by its id: a frame with the name and the tabs, and an address for each tab. */
export const groupRoute = frame.addChildren([
  access,
  vendor,
  compare,
  qualified,
  rules,
  twoDates,
  timeline,
])
