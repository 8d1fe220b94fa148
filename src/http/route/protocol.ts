import { encodeId } from '../../contract/ids.ts'
import type { Problem } from '../refusals/problem.ts'
import type { Services } from './services.ts'

/** How a group of routes speaks: where its paths are, and the form of its bodies and failures. */
export type Protocol = {
  /** Every path of the group begins with it. */
  prefix: string
  /** Of bodies, in requests and responses. They are JSON in UTF-8. */
  mediaType: string
  /** Keys of its bodies that differ in their case only are one name. */
  ignoresCaseOfKeys: boolean
  /** A number whose digits would change as a floating-point number stays the text that was written. */
  keepsNumbers: boolean
  /** The body of a failure. */
  failure(problem: Problem): object
}

/** The API of Muster. Its lists answer `{data, links, meta}` (list.ts). */
export const apiProtocol: Protocol = {
  prefix: '/api/v1',
  mediaType: 'application/json',
  ignoresCaseOfKeys: false,
  keepsNumbers: false,
  failure: ({ message, errors, code }) => ({
    message,
    ...(errors !== undefined && { errors }),
    ...(code !== undefined && { error: code }),
  }),
}

/** `{base_url}` of the contract. */
export function baseUrl({ publicOrigin }: Pick<Services, 'publicOrigin'>): string {
  return publicOrigin + apiProtocol.prefix
}

/** Where integrations take SCIM, each below its id. */
export const scimPrefix = '/scim/v2'

/** The SCIM endpoint of an integration (a uuid). */
export function scimAddress(
  { publicOrigin }: Pick<Services, 'publicOrigin'>,
  integrationId: string,
): string {
  return `${publicOrigin}${scimPrefix}/${encodeId('integration', integrationId)}`
}

export function contentType({ mediaType }: Pick<Protocol, 'mediaType'>): string {
  return `${mediaType}; charset=utf-8`
}

export function wrongMediaType({ mediaType }: Protocol): string {
  return `The body must be JSON in UTF-8: send Content-Type: ${mediaType}.`
}
