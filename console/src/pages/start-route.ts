import { createRoute, redirect } from '@tanstack/react-router'
import { rootRoute } from '../app/root-route.tsx'

/** The bare address leads to the people. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/people' })
  },
})
