import { apiProtocol } from '../route/protocol.ts'
import type { Route } from '../route/route.ts'
import { sessionCookieName } from '../callers/session-cookie.ts'
import { failureComponents } from './answers.ts'
import { ComponentSchemas } from './component-schemas.ts'
import { headers } from './headers.ts'
import type { OpenApiDocument, Operation } from './model.ts'
import { operationOf, pathOf } from './operation.ts'

const tagDescriptions: Record<string, string> = {
  auth: 'Whether the API answers, and whose token this is.',
  directory: 'People, their accounts at vendors, and what the organisation governs by.',
  policy: 'Rulesets, rules, conditions and the manifests that follow from them.',
  workspace:
    'Those who sign in, service accounts and their admins, tokens, roles and integrations.',
  audit: 'Who changed what, when and through what.',
  events: 'What changed, for other systems that follow it.',
}

const description = `Who is this person here, what do they have, and why.

Send your token as \`Authorization: Bearer <token>\`. Bodies and answers are JSON in UTF-8; unknown keys and unknown query parameters are refused by name.

A list answers \`{data, links, meta}\` and is read page by page along \`links.next\`. A failure answers \`{message}\`, and one of validation \`{message, errors}\` with messages by field. Every answer carries \`X-Request-Id\`.

Checks come in this order: 401, 429, 413, 415 and 400, 404, 403, 422, 412 and 409.`

/**
 * The OpenAPI 3.1 document of a list of routes, from the very schemas that validate and serialise.
 * `origin` is the public scheme and authority; paths are relative to the prefix of the API there.
 */
export function openApiDocument(
  routes: readonly Route[],
  { origin, version }: { origin: string; version: string },
): OpenApiDocument {
  const schemas = new ComponentSchemas()
  const responses = failureComponents(schemas)
  const paths = pathsOf(routes, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      summary: 'A workspace directory and access-policy service',
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin + apiProtocol.prefix, description: 'This workspace' }],
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a person (`mst_u…`) or of a service (`mst_s…`).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(origin),
          description:
            'The session of a browser that opened a sign-in link, where no Authorization header is sent. A write needs the Origin of this workspace.',
        },
      },
      headers,
      responses: usedResponses(paths, responses),
      schemas: schemas.all(),
    },
  }
}

function pathsOf(routes: readonly Route[], schemas: ComponentSchemas): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    const operations = (paths[pathOf(route)] ??= {})
    operations[route.method.toLowerCase()] = operationOf(route, schemas)
  }
  return paths
}

function tagsOf(routes: readonly Route[]): OpenApiDocument['tags'] {
  const names = new Set(routes.map((route) => route.tag))
  return [...names].map((name) => {
    const text = tagDescriptions[name]
    return text === undefined ? { name } : { name, description: text }
  })
}

function usedResponses(
  paths: OpenApiDocument['paths'],
  all: OpenApiDocument['components']['responses'],
) {
  const used = new Set(
    Object.values(paths)
      .flatMap((operations): Operation[] => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses))
      .map((response) => ('$ref' in response ? response.$ref : '')),
  )
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => used.has(`#/components/responses/${name}`)),
  )
}
