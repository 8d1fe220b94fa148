import type { AnyWriteRoute, Route } from '../route/route.ts'
import { Empty } from '../shapes/schema.ts'
import { bodyValidator } from '../shapes/validate.ts'

const readEmpty = bodyValidator(Empty)

/** The reader of a route's body: throws the 422 that names its faults. */
export function bodyReader(route: AnyWriteRoute): (value: unknown) => unknown {
  if (route.takesFile === true) return (value) => value
  if (route.body === null) return refuseAnyBody
  const read = bodyValidator(route.body)
  return isBodyRequired(route) ? read : (value) => read(value ?? {})
}

/** For a route without a body: none, null and {} are all none. */
function refuseAnyBody(value: unknown): void {
  if (value !== undefined && value !== null) readEmpty(value)
}

/** A POST whose body has no required member can be sent without one; every other body is required. */
export function isBodyRequired(route: Route): boolean {
  if (route.method !== 'POST' || route.body === null) return route.method !== 'GET'
  const required: unknown = route.body.required
  return Array.isArray(required) && required.length > 0
}
