import {
  createRoute,
  lazyRouteComponent,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'

/** A page, or a tab of one, which is loaded when it is opened: `page(rootRoute, '/people', 'PeoplePage', () => import('./people-page.tsx'))`. */
export function page<Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  name: Name,
  load: () => Promise<{ [Each in Name]: RouteComponent }>,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(async () => ({ default: (await load())[name] })),
  })
}
