import type { TObject, TSchema } from 'typebox'
import { recordTypes } from '../../contract/record-types.ts'
import { namedPermission } from '../callers/authorise.ts'
import { isBodyRequired } from '../writes/write-body.ts'
import { takesIfMatch } from '../route/etag.ts'
import { answersNotKept } from '../writes/idempotency.ts'
import { listedValues } from '../shapes/include.ts'
import { heavyCost } from '../limits/request-cost.ts'
import { isOnlyExported } from '../lists/list-formats.ts'
import { formType } from '../bodies/forms.ts'
import { fileTypes } from '../bodies/received-file.ts'
import type { Route } from '../route/route.ts'
import { Id } from '../shapes/schema.ts'
import { isMap } from '../shapes/validate.ts'
import { answersOf, takesIfNoneMatch } from './answers.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import type { JsonSchema, Operation, Parameter } from './model.ts'

/** What the document says of one route. */
export function operationOf(route: Route, schemas: ComponentSchemas): Operation {
  const body = route.method === 'GET' ? null : route.body
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\n${accessOf(route)}${wordsOfCost(route)}`,
    'x-permission': namedPermission(route.access) ?? null,
    security: route.access === 'public' ? [] : [{ bearer: [] }, { session: [] }],
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route.query, schemas).filter(
        ({ name }) => !isOnlyExported(route) || !name.startsWith('page['),
      ),
      ...headerParameters(route),
    ],
    ...(takesFile(route) ? { requestBody: fileBody } : {}),
    ...(body === null ? {} : { requestBody: requestBody(route, body, schemas) }),
    responses: answersOf(route, schemas),
  }
}

/** `/directory/users/:user` as OpenAPI writes it. */
export function pathOf(route: Route): string {
  return route.url.replaceAll(/:(\w+)/g, '{$1}')
}

function accessOf({ access }: Route): string {
  if (access === 'public') return 'Needs no token.'
  if (access === 'token') return 'Needs any valid token.'
  if (typeof access === 'string') return `Needs the permission \`${access}\`.`
  if ('locked' in access) return `Needs the permission \`${access.locked}\`.`
  if ('own' in access)
    return `A person needs no role for it, only scopes that hold \`${access.own}\`; a service needs that permission.`
  return `Needs the permission \`${access.row}\`, everywhere or on the record that it names.`
}

function wordsOfCost({ cost }: Route): string {
  if (cost === undefined) return ''
  if (typeof cost === 'function')
    return ' It counts as more than one request in the rate limit where `include` names families for many people, and is heavy from 10 on.'
  const heavy = cost >= heavyCost ? ', and is heavy' : ''
  return ` It counts as ${cost} requests in the rate limit${heavy}.`
}

function requestBody(route: Route, body: TSchema, schemas: ComponentSchemas) {
  const shown = { schema: schemas.show(body), example: exampleOf(body) }
  const takesForm = route.method !== 'GET' && route.takesForm === true
  return {
    required: isBodyRequired(route),
    content: { 'application/json': shown, ...(takesForm && { [formType]: shown }) },
  }
}

function takesFile(route: Route): boolean {
  return route.method !== 'GET' && route.takesFile === true
}

const file = {
  schema: { type: 'string', format: 'binary' },
  example: 'id,email\n17,ada@acme.example',
}
const fileBody = {
  required: true,
  content: {
    'application/json': file,
    ...Object.fromEntries(fileTypes.map((type) => [type, file])),
  },
}

function pathParameters(route: Route): Parameter[] {
  return Object.entries(paramKinds(route)).map(([name, kind]) => {
    const schema = Id(kind)
    return {
      name,
      in: 'path',
      required: true,
      description: `The id of the ${recordTypes[kind].replaceAll('_', ' ')}.`,
      schema: withoutExamples(schema),
      example: exampleOf(schema),
    }
  })
}

function paramKinds(route: Route): Record<string, keyof typeof recordTypes> {
  return route.params
}

function queryParameters(query: TObject, schemas: ComponentSchemas): Parameter[] {
  const required: readonly string[] = query.required ?? []
  return Object.entries(query.properties).map(([name, schema]) => {
    const { description, ...rest } = withoutExamples(schemas.show(schema))
    const parameter: Parameter = {
      name,
      in: 'query',
      required: required.includes(name),
      schema: rest,
    }
    showAsList(parameter)
    if (isMap(schema)) Object.assign(parameter, { style: 'deepObject', explode: true })
    if (typeof description === 'string') parameter.description = description
    if ('examples' in schema) parameter.example = exampleOf(schema)
    return parameter
  })
}

/** Values separated by commas are a list. */
function showAsList(parameter: Parameter): void {
  const values = listedValues(parameter.schema)
  if (values === undefined) return
  parameter.schema = { type: 'array', items: { type: 'string', enum: values } }
  parameter.style = 'form'
  parameter.explode = false
}

function withoutExamples(schema: object): JsonSchema {
  const { examples: _examples, ...rest }: JsonSchema = { ...schema }
  return rest
}

const text = { type: 'string', maxLength: 1000 }

const conditionalHeaders = {
  'If-None-Match': {
    description: 'An ETag: 304 without a body if it is still current.',
    schema: text,
  },
  'If-Match': {
    description:
      'The ETag of the record: 412 if it now has another version, or if this is none of its ETags.',
    schema: text,
  },
  'Idempotency-Key': {
    description:
      'Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; ' +
      `${answersNotKept}: 409.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
} as const

function headerParameters(route: Route): Parameter[] {
  const takes = {
    'If-None-Match': takesIfNoneMatch(route),
    'If-Match': takesIfMatch(route),
    'Idempotency-Key': route.method === 'POST' && route.access !== 'public',
  }
  return (['If-None-Match', 'If-Match', 'Idempotency-Key'] as const).flatMap((name) =>
    takes[name] ? [{ name, in: 'header', required: false, ...conditionalHeaders[name] }] : [],
  )
}
