import type { GroupMapping, Mapping, MemberMapping } from '../file/mapping.ts'
import type { ResourceType } from '../../contract/states.ts'

const groupMember: MemberMapping = {
  account_vendor_id: ['id'],
  account_email: ['email', 'Member Email', 'Email address'],
  // A group inside a group is not an account; a row without a type is a person.
  only_when: [
    { path: 'type', one_of: ['', 'user'] },
    { path: 'Member Type', one_of: ['', 'user'] },
  ],
  role: {
    path: ['role', 'Member Role', 'Group status'],
    values: { member: 'member', manager: 'manager', owner: 'owner' },
    otherwise: 'member',
  },
}

const permission: MemberMapping = {
  // A permission's own id is not the account's. What is read by the API has that too.
  account_vendor_id: ['accountId'],
  account_email: ['emailAddress'],
  only_when: [{ path: 'type', one_of: ['', 'user'] }],
  role: {
    path: ['role'],
    values: {
      owner: 'owner',
      organizer: 'manager',
      fileorganizer: 'writer',
      writer: 'writer',
      commenter: 'commenter',
      reader: 'reader',
    },
    otherwise: 'reader',
  },
}

const driveTypes: readonly [mimeType: string | null, type: ResourceType][] = [
  ['application/vnd.google-apps.document', 'suite_drive_doc'],
  ['application/vnd.google-apps.folder', 'suite_drive_folder'],
  ['application/vnd.google-apps.presentation', 'suite_drive_deck'],
  ['application/vnd.google-apps.spreadsheet', 'suite_drive_sheet'],
  [null, 'suite_drive_file'],
]

const namesNoGroup = ['primaryEmail', 'groupId', 'group_id', 'groupKey', 'group', 'groupEmail'].map(
  (path) => ({ path, exists: false }),
)

/** The Directory API's users, groups and members; shared drives and files with their permissions. */
export const googleMapping: Mapping = {
  account: {
    when: [
      [{ path: 'primaryEmail', exists: true }],
      [{ path: 'kind', one_of: ['admin#directory#user'] }],
      [
        { path: 'Email Address', exists: true },
        { path: 'First Name', exists: true },
      ],
    ],
    vendor_id: ['id', 'primaryEmail', 'Email Address'],
    handle: ['primaryEmail', 'Email Address'],
    email: ['primaryEmail', 'Email Address'],
    first_name: ['name.givenName', 'First Name'],
    last_name: ['name.familyName', 'Last Name'],
    full_name: ['name.fullName'],
    created_at: ['creationTime'],
    state: {
      sources: [
        { path: 'archived', values: { true: 'deactivated', false: 'active' } },
        { path: 'suspended', values: { true: 'suspended', false: 'active' } },
        {
          path: 'Status',
          values: {
            active: 'active',
            suspended: 'suspended',
            invited: 'suspended',
            pending: 'suspended',
            archived: 'deactivated',
            deleted: 'deactivated',
          },
        },
        // Of users who were deleted, whom Google lists where it is asked to.
        { path: 'deletionTime', day: true, values: { true: 'deactivated' } },
      ],
      otherwise: 'active',
      new_values: [],
    },
    profile_root: null,
    profile_extra: {
      department: [
        'organizations[primary=true].department',
        'organizations[0].department',
        'Department',
      ],
      title: ['organizations[primary=true].title', 'organizations[0].title', 'Employee Title'],
      costCenter: [
        'organizations[primary=true].costCenter',
        'organizations[0].costCenter',
        'Cost Center',
      ],
      manager: ['relations[type=manager].value', 'Manager Email'],
      employeeId: ['externalIds[type=organization].value', 'Employee ID'],
    },
    profile_omit: ['thumbnailPhotoUrl', 'thumbnailPhotoEtag', 'etag', 'lastLoginTime'],
  },
  groups: [
    identityGroupOf([{ path: 'groupKey.id', exists: true }]),
    // Memberships without their group, as a program that reads Cloud Identity may write them.
    identityGroupOf([
      { path: 'name', exists: true },
      { path: 'memberships', exists: true },
    ]),
    driveOf([{ path: 'kind', one_of: ['drive#drive'] }], 'suite_workspace_drive'),
    ...driveTypes.map(([mimeType, type]) =>
      driveOf(
        [
          { path: 'kind', one_of: ['drive#file'] },
          ...(mimeType === null ? [] : [{ path: 'mimeType', one_of: [mimeType] }]),
        ],
        type,
      ),
    ),
    {
      when: [
        { path: 'kind', one_of: ['', 'admin#directory#group'] },
        { path: 'email', exists: true },
        { path: 'name', exists: true },
        { path: 'primaryEmail', exists: false },
      ],
      resource_type: 'suite_workspace_group',
      // Tables name groups by their address only, and so do their lists of members.
      vendor_id: ['id', 'email'],
      parent_vendor_id: [],
      name: ['name', 'email'],
      handle: ['email'],
      members_at: ['members'],
      members: groupMember,
    },
  ],
  memberships: ['groupId', 'group_id', 'groupKey', 'group', 'Group Email'].map((groupId) => ({
    when: [
      { path: groupId, exists: true },
      { path: 'groupKey.id', exists: false },
    ],
    resource_type: 'suite_workspace_group' as const,
    group_vendor_id: [groupId],
    member: groupMember,
  })),
  members: {
    when: [
      [{ path: 'kind', one_of: ['admin#directory#member', 'drive#permission'] }],
      [{ path: 'role', exists: true }, { path: 'email', exists: true }, ...namesNoGroup],
      [{ path: 'role', exists: true }, { path: 'emailAddress', exists: true }, ...namesNoGroup],
      [
        { path: 'Group status', exists: true },
        { path: 'Posting permissions', exists: true },
      ],
      [{ path: 'preferredMemberKey.id', exists: true }],
      [{ path: 'memberKey.id', exists: true }],
    ],
  },
}

function identityGroupOf(when: GroupMapping['when']): GroupMapping {
  return {
    when,
    resource_type: 'suite_identity_group',
    vendor_id: ['name'],
    parent_vendor_id: [],
    name: ['displayName', 'groupKey.id'],
    handle: ['groupKey.id'],
    members_at: ['members', 'memberships'],
    members: {
      account_vendor_id: [],
      account_email: ['preferredMemberKey.id', 'memberKey.id', 'email'],
      only_when: [{ path: 'type', one_of: ['', 'user'] }],
      role: {
        path: ['roles[name=owner].name', 'roles[name=manager].name', 'role'],
        values: { member: 'member', manager: 'manager', owner: 'owner' },
        otherwise: 'member',
      },
    },
  }
}

function driveOf(when: GroupMapping['when'], type: ResourceType): GroupMapping {
  return {
    when,
    resource_type: type,
    vendor_id: ['id'],
    parent_vendor_id: type === 'suite_workspace_drive' ? [] : ['parents[0]', 'driveId'],
    name: ['name'],
    handle: [],
    members_at: ['permissions'],
    members: permission,
  }
}
