import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

/** Of an OpenAPI document what {@link typesOf} reads: operations by path and method, responses by status. */
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
}
type Operation = { description?: string | undefined; responses: Record<string, ApiResponse> }
type ApiResponse = { content?: Record<string, object>; $ref?: string }

/** A file, as `fetch` takes it. */
const blob = ts.factory.createTypeReferenceNode('Blob')

/**
 * The text of `src/gen/api.ts`: the types of every path, without examples and long descriptions, which the API reference
 * has. Of the responses only those of success are in it, because the client throws the others as a MusterError.
 */
export async function typesOf(document: ApiDocument): Promise<string> {
  const read = {
    ...document,
    paths: mapValues(document.paths, (methods) => mapValues(methods, withSuccesses)),
    components: { schemas: document.components.schemas },
  }
  const types = await openapiTS(JSON.stringify(read, leaveOutExamples), {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  })
  return `// Written by \`npm run gen\` from the OpenAPI document.\n${astToString(types)}`
}

function withSuccesses({ description: _description, responses, ...operation }: Operation) {
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  return {
    ...operation,
    responses: mapValues(Object.fromEntries(successes), (each) => ({
      ...asJson(each),
      headers: {},
    })),
  }
}

/** A list can also be sent in other forms, which the client does not ask for. */
function asJson({ content, ...response }: ApiResponse): ApiResponse {
  const json = content?.['application/json']
  return json === undefined ? response : { ...response, content: { 'application/json': json } }
}

function mapValues<From, To>(record: Record<string, From>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}

/** Leaves out keys whose value is an example; a field may have the same name, and is a schema. */
function leaveOutExamples(key: string, value: unknown): unknown {
  const isSchema =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    ('type' in value || 'anyOf' in value)
  return (key === 'example' || key === 'examples') && !isSchema ? undefined : value
}
