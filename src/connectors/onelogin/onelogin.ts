import { describeVendor, has, usualDefaults } from '../pull/describe-vendor.ts'
import { completeMapping, unconfirmed } from '../file/complete-mapping.ts'

const words = {
  active: 'active',
  approved: 'active',
  locked: 'active',
  'password expired': 'active',
  suspended: 'suspended',
  unactivated: 'suspended',
  unapproved: 'suspended',
  unlicensed: 'suspended',
  rejected: 'suspended',
  deactivated: 'deactivated',
  deleted: 'deactivated',
} as const

/** Whether someone may sign in. Locks end by themselves. */
const statuses = {
  ...words,
  '0': 'suspended',
  '1': 'active',
  '2': 'suspended',
  '3': 'active',
  '4': 'active',
  '5': 'active',
  '7': 'suspended',
  '8': 'active',
} as const

/** Whether an administrator has approved someone. */
const approvals = {
  ...words,
  '0': 'suspended',
  '1': 'active',
  '2': 'suspended',
  '3': 'suspended',
} as const

/** OneLogin: users of its API and of its table, whose states are numbers. */
const oneloginMapping = completeMapping({
  account: {
    when: [
      [{ path: 'id', exists: true }],
      [{ path: 'user_id', exists: true }],
      [{ path: 'email', exists: true }],
      [{ path: 'username', exists: true }],
    ],
    vendor_id: ['id', 'user_id', 'email', 'username'],
    handle: ['username'],
    email: ['email'],
    unconfirmed: unconfirmed('email_verified'),
    first_name: ['firstname', 'first_name'],
    last_name: ['lastname', 'last_name'],
    full_name: ['name', 'username'],
    state: {
      sources: [
        { path: 'status', values: statuses },
        { path: 'state', values: approvals },
      ],
      new_values: ['0', '7', 'unactivated', 'unapproved'],
    },
    profile_extra: {
      department: ['department'],
      title: ['title'],
      managerId: ['manager_user_id'],
      employeeNumber: ['employee_id', 'employee number'],
      location: ['location'],
    },
  },
})

export const onelogin = describeVendor({
  name: 'onelogin',
  label: 'OneLogin',
  kinds: ['idp'],
  isFileOnly: true,
  defaults: usualDefaults({ mapping: oneloginMapping }),
  exports: {
    marks: [
      has('status', 'state', 'invitation_sent_at'),
      has('status', 'state', 'manager_user_id'),
      has('firstname', 'lastname', 'openid_name'),
    ],
  },
})
