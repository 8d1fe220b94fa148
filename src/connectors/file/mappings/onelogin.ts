import type { Mapping } from '../mapping.ts'
import { spreadsheetMapping } from './spreadsheet.ts'
import { stateWords } from './state-words.ts'

/** Whether someone may sign in. Locks end by themselves. */
const statuses = {
  ...stateWords,
  unactivated: 'suspended',
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
  ...stateWords,
  unapproved: 'suspended',
  rejected: 'suspended',
  unlicensed: 'suspended',
  '0': 'suspended',
  '1': 'active',
  '2': 'suspended',
  '3': 'suspended',
} as const

const { account } = spreadsheetMapping

/** OneLogin: users of its API and of its table, whose states are numbers. */
export const oneloginMapping: Mapping = {
  ...spreadsheetMapping,
  account: {
    ...account,
    vendor_id: ['id', 'user_id', 'email', 'username'],
    state: {
      sources: [
        { path: 'status', values: statuses },
        { path: 'state', values: approvals },
      ],
      otherwise: 'active',
      new_values: ['0', '7', 'unactivated', 'unapproved'],
    },
  },
}
