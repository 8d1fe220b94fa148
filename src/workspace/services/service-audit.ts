import type { ServiceValues } from './queries.ts'

/** The values of a service that its audit rows have, from a row or from what is to be written. */
export function serviceFacts({ name, handle, description }: ServiceValues): ServiceValues {
  return { name, handle, description }
}
