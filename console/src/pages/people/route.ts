import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const peopleRoute = page(
  rootRoute,
  '/people',
  'PeoplePage',
  () => import('./people-page.tsx'),
)
