/** How RFC 7643, section 2, describes the attributes of a resource, and the names of the schemas. */

export type AttributeType =
  | 'string'
  | 'boolean'
  | 'dateTime'
  | 'reference'
  | 'binary'
  | 'complex'
  /** Of an extension that no schema here describes. */
  | 'any'

/** `mutability`, `returned` and `uniqueness` as section 2.2 defines them. */
export type Attribute = {
  name: string
  type: AttributeType
  description: string
  isMany: boolean
  isRequired: boolean
  isCaseExact: boolean
  /** Its values are ids of resources here. */
  isResourceId: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly'
  returned: 'default' | 'always' | 'never'
  uniqueness: 'none' | 'server'
  /** Suggested values; others are taken too. */
  canonicalValues: readonly string[]
  referenceTypes: readonly string[]
  subAttributes: readonly Attribute[]
}

export type Schema = {
  id: string
  name: string
  description: string
  attributes: readonly Attribute[]
}

export const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  bulkRequest: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkResponse: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
} as const

export function attribute(
  name: string,
  description: string,
  given: Partial<Omit<Attribute, 'name' | 'description'>> = {},
): Attribute {
  const type = given.type ?? 'string'
  return {
    name,
    description,
    type,
    isMany: false,
    isRequired: false,
    isCaseExact: type === 'reference' || type === 'binary',
    isResourceId: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    canonicalValues: [],
    referenceTypes: [],
    subAttributes: [],
    ...given,
  }
}

/** A multi-valued attribute with the sub-attributes that section 2.4 names. */
export function many(
  name: string,
  description: string,
  canonicalValues: readonly string[] = [],
  value: Partial<Attribute> = {},
): Attribute {
  return attribute(name, description, {
    type: 'complex',
    isMany: true,
    subAttributes: [
      attribute('value', 'The value itself.', value),
      attribute('display', 'The value as people read it.'),
      attribute('type', 'What the value is used for.', { canonicalValues }),
      attribute('primary', 'Whether it is the preferred value, of which there is one at most.', {
        type: 'boolean',
      }),
    ],
  })
}
