import type { Route } from '../route/route.ts'

/** A POST whose body has no required member can be sent without one; every other body is required. */
export function isBodyRequired(route: Route): boolean {
  if (route.method !== 'POST' || route.body === null) return route.method !== 'GET'
  const required: unknown = route.body.required
  return Array.isArray(required) && required.length > 0
}
