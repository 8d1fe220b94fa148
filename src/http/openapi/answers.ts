import type { TObject } from 'typebox'
import { isRecord } from '../../contract/json.ts'
import { namedPermission } from '../callers/authorise.ts'
import { takesIfMatch } from '../route/etag.ts'
import { answersNotKept } from '../writes/idempotency.ts'
import { formatsOf, isOnlyExported, rowWriter, type ExportType } from '../lists/list-formats.ts'
import { noCredential } from '../refusals/problem.ts'
import { apiProtocol, wrongMediaType } from '../route/protocol.ts'
import type { Route } from '../route/route.ts'
import { GrantMessage, Message, ValidationMessage } from '../shapes/schema.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import { answerHeaders, type headers } from './headers.ts'
import type { Reference, ResponseObject } from './model.ts'

type Failure = {
  name: string
  description: string
  message: string
  headers?: (keyof typeof headers)[]
  errors?: Record<string, string[]>
  /** The routes that can answer with it, by their method and by what they take; all of them by default. */
  when?: (route: Route) => boolean
}

const writes = ({ method }: Route) => method !== 'GET'
const needsCaller = ({ access }: Route) => access !== 'public'
/** A public write takes a code. */
const takesCredential = (route: Route) => needsCaller(route) || writes(route)

const failures: Readonly<Record<number, Failure>> = {
  400: {
    name: 'BadRequest',
    description: 'The query, the JSON or a header is malformed.',
    message: 'Unknown query parameter "colour": none is allowed here.',
  },
  401: {
    name: 'Unauthenticated',
    description:
      'The token is missing, unknown, expired or revoked, its owner is not active, or it may not be used from this address.',
    message: noCredential().message,
    headers: ['WwwAuthenticate'],
    when: takesCredential,
  },
  403: {
    name: 'Forbidden',
    description:
      'The token lacks the permission that the message names; a browser asks from a page of another origin; or the sign-in of its session is too old: then `WWW-Authenticate` has `error="insufficient_user_authentication"` and the `max_age` in seconds (RFC 9470).',
    message: 'This needs the permission directory.user.manage.',
    headers: ['WwwAuthenticate'],
    // A browser's write from another origin is refused whatever it needs.
    when: (route) => namedPermission(route.access) !== undefined || writes(route),
  },
  404: {
    name: 'NotFound',
    description: 'Unknown, malformed, or not yours to see: the three look the same.',
    message: 'There is no directory user drusr_01kaf7m2t4e8j9p3q5r7s9v1wx.',
    when: (route) =>
      Object.keys(route.params).length > 0 ||
      (route.method === 'GET' && route.hotParameter !== undefined),
  },
  406: {
    name: 'NotAcceptable',
    description: 'Accept names none of the media types of a list.',
    message:
      'A list can be sent as application/json, application/x-ndjson, text/csv: Accept names none of them.',
    when: (route) => formatsOf(route) !== undefined,
  },
  409: {
    name: 'Conflict',
    description: `The change collides with another one; or it exceeds a limit, or a decision names the digest of another effect, and \`Location\` is the plan that shows the effect; or the Idempotency-Key was used before, and ${answersNotKept}.`,
    message: 'The answer to this key showed a secret and is not kept.',
    headers: ['Location'],
    when: (route) => writes(route) && needsCaller(route),
  },
  410: {
    name: 'Gone',
    description:
      'The position is from before the database was restored, or what is asked for was archived. The message says what to do.',
    message:
      'The cursor is from before the database was restored. Repeat the request with since=<time of the last event that you have>.',
    when: (route) => route.method === 'GET' && route.hasPositions === true,
  },
  412: {
    name: 'PreconditionFailed',
    description:
      'If-Match, or `if_match` of an operation, names another version than the current one, or is no ETag of the record at all.',
    message:
      'If-Match does not name the current version, "4". Read the record again, and send its ETag with the change.',
    when: (route) =>
      takesIfMatch(route) || (route.method !== 'GET' && route.comparesVersions === true),
  },
  413: {
    name: 'BodyTooLarge',
    description: 'The body is larger than 1 MiB.',
    message: 'The body is larger than 1048576 bytes.',
    when: writes,
  },
  415: {
    name: 'UnsupportedMediaType',
    description:
      'The body has a type that the operation does not take, or is not in UTF-8, or is compressed.',
    message: wrongMediaType(apiProtocol),
    when: writes,
  },
  422: {
    name: 'Unprocessable',
    description:
      'The body breaks a rule, or the state of the record does not allow it. `errors` says what, by field.',
    message: 'name is required',
    errors: { name: ['is required'] },
    when: writes,
  },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many requests with this token, or too many heavy ones at a time. `Retry-After` says when to try again.',
    message: 'Too many requests with this token. Try again in 1 s.',
    headers: ['RetryAfter', 'RateLimit', 'RateLimitPolicy'],
    when: takesCredential,
  },
  500: {
    name: 'Failed',
    description:
      'Something failed on our side. The log tells more under the request id. A change was not made, unless the message ' +
      'says that it may have been.',
    message:
      'Something failed on our side. The log tells more under the request id 5f0c2a91b7de-0000042.',
  },
  503: {
    name: 'Unavailable',
    description:
      'The database cannot be reached, a long change such as an import holds what is needed, or this process is shutting ' +
      'down. Nothing was changed. Try again.',
    message: 'The database cannot be reached just now. Try again in a moment.',
    headers: ['RetryAfter'],
  },
}

/** A single resource has a version; a list has none. */
export function takesIfNoneMatch(route: Route): boolean {
  if (route.method !== 'GET') return false
  return (
    route.isVersioned === true ||
    (Object.keys(route.params).length > 0 && formatsOf(route) === undefined)
  )
}

/** Whether the answer is a resource that has a version. */
function givesEtag(route: Route): boolean {
  return takesIfNoneMatch(route) || (route.method !== 'GET' && route.isVersioned === true)
}

/** What is created has an address, unless it has no id, like a link that is shown once. */
function createsRecord(route: Route): boolean {
  const properties: unknown = route.response?.properties
  return [201, 202].includes(route.status) && isRecord(properties) && 'id' in properties
}

/** Every answer of a route, by status. */
export function answersOf(
  route: Route,
  schemas: ComponentSchemas,
): Record<string, ResponseObject | Reference> {
  const answers: Record<string, ResponseObject | Reference> = {
    [route.status]: success(route, schemas),
  }
  if (route.method !== 'GET' && route.accepted !== undefined)
    answers[202] = {
      ...accepted(route.method, route.accepted, schemas),
      // A file is always imported after the answer.
      ...(route.takesFile === true && { description: begun[202] ?? '' }),
    }
  if (takesIfNoneMatch(route))
    answers[304] = {
      description: 'If-None-Match names the current representation.',
      headers: answerHeaders('ETag'),
    }
  for (const [status, { name, when }] of Object.entries(failures))
    if (when?.(route) !== false) answers[status] = { $ref: `#/components/responses/${name}` }
  if (route.method !== 'GET' && route.takesForm === true) answers[400] = refusedGrant(schemas)
  return answers
}

/** What the answer of OAuth has beside the message. */
function refusedGrant(schemas: ComponentSchemas): ResponseObject {
  const example = {
    message: 'The subject_token is refused. It has expired.',
    error: 'invalid_request',
  }
  return {
    description: 'What was sent is malformed, or gets nothing: then `error` has its code.',
    headers: answerHeaders(),
    content: { 'application/json': { schema: schemas.show(GrantMessage), example } },
  }
}

const begun: Readonly<Record<number, string>> = {
  201: 'Created.',
  202: 'Begun: `Location` tells how far it is.',
}

function success(route: Route, schemas: ComponentSchemas): ResponseObject {
  const { response } = route
  return {
    description: response === null ? 'Done.' : (begun[route.status] ?? 'The answer.'),
    headers: answerHeaders(
      ...(givesEtag(route) ? (['ETag'] as const) : []),
      ...(createsRecord(route) ? (['Location'] as const) : []),
      ...(route.method === 'POST' ? (['IdempotencyReplayed'] as const) : []),
    ),
    ...(response === null
      ? {}
      : {
          content: {
            ...(!isOnlyExported(route) && {
              'application/json': { schema: schemas.show(response), example: exampleOf(response) },
            }),
            ...exportsOf(route),
          },
        }),
  }
}

/** The further media types of a list. */
function exportsOf(route: Route): ResponseObject['content'] {
  const row = formatsOf(route)?.row
  if (row === undefined) return {}
  const example = exampleOf(row)
  const written = (type: ExportType) => {
    const { head, write } = rowWriter(type, row, [example])
    return head + write([example])
  }
  return {
    'application/x-ndjson': {
      schema: { type: 'string', description: 'All rows, a line of JSON each' },
      example: written('application/x-ndjson'),
    },
    'text/csv': {
      schema: {
        type: 'string',
        description: 'All rows with a line of names, fields of objects as `timestamp.created_at`',
      },
      example: written('text/csv'),
    },
  }
}

/** The answer for work that continues after the response. */
function accepted(method: string, body: TObject, schemas: ComponentSchemas): ResponseObject {
  return {
    description:
      'Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. ' +
      '`Location` tells how far it is.',
    headers: answerHeaders(
      'ETag',
      'Location',
      ...(method === 'POST' ? (['IdempotencyReplayed'] as const) : []),
    ),
    content: { 'application/json': { schema: schemas.show(body), example: exampleOf(body) } },
  }
}

/** The failures as `components` keeps them. */
export function failureComponents(schemas: ComponentSchemas): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.values(failures).map(({ name, description, message, headers = [], errors }) => {
      const schema = schemas.show(errors === undefined ? Message : ValidationMessage)
      const example = errors === undefined ? { message } : { message, errors }
      return [
        name,
        {
          description,
          headers: answerHeaders(...headers),
          content: { 'application/json': { schema, example } },
        },
      ]
    }),
  )
}
