import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const frame = page(rootRoute, '/people/$user', 'PersonPage', () => import('./person-page.tsx'))
const overview = page(frame, '/', 'Overview', () => import('./overview.tsx'))
const access = page(frame, '/access', 'Access', () => import('./access.tsx'))
const vendors = page(frame, '/vendors', 'Vendors', () => import('./vendors.tsx'))
const accounts = page(frame, '/accounts', 'Accounts', () => import('./accounts.tsx'))
const organisation = page(
  frame,
  '/organisation',
  'Organisation',
  () => import('./organisation.tsx'),
)
const whatIf = page(frame, '/what-if', 'WhatIf', () => import('./what-if.tsx'))
const compare = page(frame, '/compare', 'Compare', () => import('./compare.tsx'))
const timeline = page(frame, '/timeline', 'PersonTimeline', () => import('./person-page.tsx'))

/** A person: a frame with the name and the tabs, and an address for each tab. */
export const personRoute = frame.addChildren([
  overview,
  access,
  vendors,
  accounts,
  organisation,
  whatIf,
  compare,
  timeline,
])
