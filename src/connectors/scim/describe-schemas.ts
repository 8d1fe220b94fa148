import type { JsonObject } from '../../contract/json.ts'
import {
  enterpriseSchema,
  groupSchema,
  resourceTypes,
  userSchema,
  type ResourceType,
} from './schema.ts'
import { urns, type Attribute, type Schema } from './attributes.ts'

/** What the endpoint can do (RFC 7643, section 5). */
export const bounds = {
  bulkOperations: 100,
  bulkBytes: 1024 * 1024,
  pageSize: 100,
  largestPage: 1000,
  documentBytes: 128 * 1024,
  /** Of all the documents in an answer: those of a page of the usual size. */
  documentsBytes: 16 * 1024 * 1024,
} as const

const schemas: readonly Schema[] = [userSchema, enterpriseSchema, groupSchema]

/** `base`: the address of the endpoint. */
export function describeServiceProvider(base: string, docs: string): JsonObject {
  return {
    schemas: [urns.serviceProviderConfig],
    documentationUri: docs,
    patch: { supported: true },
    bulk: {
      supported: true,
      maxOperations: bounds.bulkOperations,
      maxPayloadSize: bounds.bulkBytes,
    },
    filter: { supported: true, maxResults: bounds.largestPage },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: bounds.pageSize,
      maxPageSize: bounds.largestPage,
      // Without cursorTimeout a cursor may have no end (RFC 9865, section 4), as here.
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer secret',
        description: 'A SCIM secret of the integration, in the header Authorization: Bearer.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function describeResourceTypes(base: string): JsonObject[] {
  return resourceTypes.map((type) => describeResourceType(type, base))
}

function describeResourceType(
  { kind, endpoint, description, core, extensions }: ResourceType,
  base: string,
): JsonObject {
  return {
    schemas: [urns.resourceType],
    id: kind,
    name: kind,
    endpoint,
    description,
    schema: core.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${kind}` },
  }
}

export function describeSchemas(base: string): JsonObject[] {
  return schemas.map(({ id, name, description, attributes }) => ({
    schemas: [urns.schema],
    id,
    name,
    description,
    attributes: attributes.map(describeAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }))
}

function describeAttribute(attribute: Attribute): JsonObject {
  const { name, type, description, canonicalValues, referenceTypes, subAttributes } = attribute
  return {
    name,
    type,
    multiValued: attribute.isMany,
    description,
    required: attribute.isRequired,
    ...(type !== 'complex' && type !== 'boolean' && { caseExact: attribute.isCaseExact }),
    ...(canonicalValues.length > 0 && { canonicalValues }),
    ...(referenceTypes.length > 0 && { referenceTypes }),
    mutability: attribute.mutability,
    returned: attribute.returned,
    uniqueness: attribute.uniqueness,
    ...(subAttributes.length > 0 && { subAttributes: subAttributes.map(describeAttribute) }),
  }
}
