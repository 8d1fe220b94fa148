import { attribute, many, urns, type Attribute, type Schema } from './attributes.ts'

/** The schemas of RFC 7643, sections 4 and 8.7, as data. Nothing here knows HTTP or the database. */

const name = attribute('name', 'The parts of the name of the user.', {
  type: 'complex',
  subAttributes: [
    attribute('formatted', 'The whole name, as it is shown.'),
    attribute('familyName', 'The family name, or last name.'),
    attribute('givenName', 'The given name, or first name.'),
    attribute('middleName', 'The middle names.'),
    attribute('honorificPrefix', 'The titles before the name.'),
    attribute('honorificSuffix', 'What follows the name, such as Jr.'),
  ],
})

const addresses = attribute('addresses', 'The postal addresses of the user.', {
  type: 'complex',
  isMany: true,
  subAttributes: [
    attribute('formatted', 'The whole address, as it is written on a label.'),
    attribute('streetAddress', 'Street and number.'),
    attribute('locality', 'The city or locality.'),
    attribute('region', 'The state or region.'),
    attribute('postalCode', 'The postal code.'),
    attribute('country', 'The country, by ISO 3166-1 alpha-2.'),
    attribute('type', 'What the address is used for.', {
      canonicalValues: ['work', 'home', 'other'],
    }),
    attribute('primary', 'Whether it is the preferred address.', { type: 'boolean' }),
  ],
})

const groupsOfUser = attribute('groups', 'The groups that the user belongs to.', {
  type: 'complex',
  isMany: true,
  mutability: 'readOnly',
  subAttributes: [
    attribute('value', 'The id of the group.', { mutability: 'readOnly', isCaseExact: true }),
    attribute('$ref', 'The address of the group.', {
      type: 'reference',
      mutability: 'readOnly',
      referenceTypes: ['Group'],
    }),
    attribute('display', 'The name of the group.', { mutability: 'readOnly' }),
    attribute('type', 'Direct members only are known.', {
      mutability: 'readOnly',
      canonicalValues: ['direct'],
    }),
  ],
})

export const userSchema: Schema = {
  id: urns.user,
  name: 'User',
  description: 'User Account',
  attributes: [
    attribute('userName', 'The name by which the user signs in at the client.', {
      isRequired: true,
      uniqueness: 'server',
    }),
    name,
    attribute('displayName', 'The name of the user, as it is shown.'),
    attribute('nickName', 'What the user is called.'),
    attribute('profileUrl', 'The address of a page about the user.', {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    attribute('title', 'The title of the user, such as Vice President.'),
    attribute('userType', 'The relation of the user to the organisation, such as Contractor.'),
    attribute('preferredLanguage', 'The language that the user prefers.'),
    attribute('locale', 'Where the user is, for dates and currencies.'),
    attribute('timezone', 'The time zone of the user, such as Europe/Berlin.'),
    attribute(
      'active',
      'Whether the user may be active. A new user without it is; later, what was said last stays.',
      {
        type: 'boolean',
      },
    ),
    attribute('password', 'Is taken and forgotten: nobody signs in here with it.', {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    many('emails', 'The e-mail addresses of the user.', ['work', 'home', 'other']),
    many('phoneNumbers', 'The phone numbers of the user.', [
      'work',
      'home',
      'mobile',
      'fax',
      'pager',
      'other',
    ]),
    many('ims', 'The addresses for instant messages.'),
    many('photos', 'The addresses of pictures of the user.', ['photo', 'thumbnail'], {
      type: 'reference',
      isCaseExact: true,
      referenceTypes: ['external'],
    }),
    addresses,
    groupsOfUser,
    many('entitlements', 'What the user is entitled to at the client.'),
    many('roles', 'The roles of the user at the client.'),
    many('x509Certificates', 'The certificates of the user.', [], {
      type: 'binary',
      isCaseExact: true,
    }),
  ],
}

export const enterpriseSchema: Schema = {
  id: urns.enterprise,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    attribute('employeeNumber', 'The number of the person in the organisation.'),
    attribute('costCenter', 'The cost center.'),
    attribute('organization', 'The organisation.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    attribute('manager', 'The manager of the user.', {
      type: 'complex',
      subAttributes: [
        attribute('value', 'The id of the manager, who is a user here.', {
          isCaseExact: true,
          isResourceId: true,
        }),
        attribute('$ref', 'The address of the manager.', {
          type: 'reference',
          referenceTypes: ['User'],
        }),
        attribute('displayName', 'The name of the manager.', { mutability: 'readOnly' }),
      ],
    }),
  ],
}

export const groupSchema: Schema = {
  id: urns.group,
  name: 'Group',
  description: 'Group',
  attributes: [
    attribute('displayName', 'The name of the group.', { isRequired: true }),
    attribute('members', 'The members of the group, which are users.', {
      type: 'complex',
      isMany: true,
      subAttributes: [
        attribute('value', 'The id of the user.', {
          mutability: 'immutable',
          isRequired: true,
          isCaseExact: true,
          isResourceId: true,
        }),
        attribute('$ref', 'The address of the user.', {
          type: 'reference',
          mutability: 'immutable',
          referenceTypes: ['User'],
        }),
        attribute('type', 'The kind of member.', {
          mutability: 'immutable',
          canonicalValues: ['User'],
        }),
        attribute('display', 'The name of the user.', { mutability: 'readOnly' }),
      ],
    }),
  ],
}

/** What every resource has (section 3.1); they are in no schema. */
export const commonAttributes: readonly Attribute[] = [
  attribute('schemas', 'The schemas of the resource.', {
    type: 'reference',
    isMany: true,
    isRequired: true,
    returned: 'always',
  }),
  attribute('id', 'The id of the resource here.', {
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
    isCaseExact: true,
  }),
  attribute('externalId', 'The id of the resource at the client.', { isCaseExact: true }),
  attribute('meta', 'What is known of the resource itself.', {
    type: 'complex',
    mutability: 'readOnly',
    subAttributes: [
      attribute('resourceType', 'User or Group.', { mutability: 'readOnly', isCaseExact: true }),
      attribute('created', 'When it was created.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it was last changed.', {
        type: 'dateTime',
        mutability: 'readOnly',
      }),
      attribute('location', 'Its address.', { type: 'reference', mutability: 'readOnly' }),
      attribute('version', 'Its version, as in the header ETag.', {
        mutability: 'readOnly',
        isCaseExact: true,
      }),
    ],
  }),
]

/** A kind of resource, with its core schema and the extensions whose attributes are known. */
export type ResourceType = {
  kind: 'User' | 'Group'
  endpoint: '/Users' | '/Groups'
  description: string
  core: Schema
  extensions: readonly Schema[]
}

export const userType: ResourceType = {
  kind: 'User',
  endpoint: '/Users',
  description: 'User Account',
  core: userSchema,
  extensions: [enterpriseSchema],
}

export const groupType: ResourceType = {
  kind: 'Group',
  endpoint: '/Groups',
  description: 'Group',
  core: groupSchema,
  extensions: [],
}

export const resourceTypes: readonly ResourceType[] = [userType, groupType]
