import { isBodyRequired } from './body-required.ts'
import type { AnyWriteRoute } from '../route/route.ts'
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
