/** The part of OpenAPI 3.1 that this API uses. */

export type JsonSchema = { [keyword: string]: unknown }
export type Reference = { $ref: string }
export type Header = { description: string; schema: JsonSchema; example: unknown }
export type Media = { schema: JsonSchema; example: unknown }

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  style?: 'form' | 'deepObject'
  explode?: boolean
  example?: unknown
}

export type RequestBody = { required: boolean; content: { 'application/json': Media } }

export type ResponseObject = {
  description: string
  headers: Record<string, Reference>
  content?: Record<string, Media>
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  /** The permission that it needs; null when any token, or none, will do. */
  'x-permission': string | null
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, ResponseObject | Reference>
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: {
      bearer: { type: 'http'; scheme: 'bearer'; description: string }
      session: { type: 'apiKey'; in: 'cookie'; name: string; description: string }
    }
    headers: Record<string, Header>
    responses: Record<string, ResponseObject>
    schemas: Record<string, JsonSchema>
  }
}
