import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCases, translated } from './judge-for-tests.ts'
import { readOkta, translateOkta } from './okta.ts'

const accounts = {
  ada: { department: 'Sales', title: 'Sales Lead', countryCode: 'US', level: 7, isRemote: true },
  bo: { department: 'sales', title: 'Clerk', countryCode: 'DE', userType: 'contractor', level: 3 },
  cy: { department: 'Legal', title: 'VP Legal', roles: ['admin', 'auditor'], isRemote: false },
  di: { title: '' },
}
const ignoring = /^case, and blanks at the ends, are ignored here$/

testCases('okta', translateOkta, {
  accounts,
  cases: [
    ['user.department=="Sales"', 'ada bo', ignoring],
    ["user.department == 'Sales'", 'ada bo', ignoring],
    ['"Sales" == user.department', 'ada bo', ignoring],
    ['user.profile.department == "Sales"', 'ada bo', ignoring],
    ['String.toLowerCase(user.department) == "sales"', 'ada bo'],
    ['user.department != "Sales"', 'cy di', ignoring],
    ['!(user.department == "Sales")', 'cy di', ignoring],
    ['not (user.department == "Sales")', 'cy di', ignoring],
    ['user.department == null', 'di'],
    ['user.department != null', 'ada bo cy'],
    ['user.title == ""', 'di', /^an empty text and no value are one here$/],
    ['user.title != ""', 'ada bo cy', /^an empty text and no value are one here$/],
    ['String.toLowerCase(user.department) == "Sales"', '', 'can’t'],
    ['String.toUpperCase(user.department) != "SALES"', 'cy di'],
    ['user.status != "DEPROVISIONED"', '', 'can’t'],
    [String.raw`user.department == "S\u0061les"`, 'ada bo', ignoring],
    [String.raw`user.department == "\q"`, '', 'can’t'],
    ['user.level == 007', 'ada'],
    ['user.constructor == "x"', '', ignoring],
    ['user.department=="Sales" && user.countryCode=="US"', 'ada', ignoring],
    ['user.department=="Sales" AND user.countryCode=="US"', 'ada', ignoring],
    ['user.department=="Sales" OR user.department=="Legal"', 'ada bo cy', ignoring],
    [
      'user.department=="Legal" || user.countryCode=="US" && user.department=="Sales"',
      'ada cy',
      ignoring,
    ],
    [
      '(user.department=="Legal" || user.department=="Sales") && user.userType != "contractor"',
      'ada cy',
      ignoring,
    ],
    ['!(user.department=="Sales" && user.countryCode=="US")', 'bo cy di', ignoring],
    ['!(user.department=="Sales" || user.title=="VP Legal")', 'di', ignoring],
    ['String.stringContains(user.title, "Lead")', 'ada', ignoring],
    ['!String.stringContains(user.title, "Lead")', 'bo cy di', ignoring],
    ['String.startsWith(user.title, "VP ")', 'cy', ignoring],
    ['!String.startsWith(user.title, "VP ")', '', 'can’t'],
    ['Arrays.contains(user.roles, "admin")', 'cy', ignoring],
    ['!Arrays.contains(user.roles, "admin")', 'ada bo di', ignoring],
    ['Arrays.isEmpty(user.roles)', 'ada bo di'],
    ['user.level > 3', 'ada'],
    ['user.level >= 3 AND user.level < 7', 'bo'],
    ['3 < user.level', 'ada'],
    ['user.level == 7', 'ada'],
    ['user.isRemote', 'ada'],
    ['user.isRemote == true', 'ada'],
    ['!user.isRemote', 'bo cy di'],
    ['isMemberOfGroupName("Managers")', '', 'can’t'],
    [
      'isMemberOfGroupName("Managers") || user.level > 3',
      'ada',
      /^a way in is left out: isMemberOfGroupName asks for another group/,
    ],
    ['isMemberOfGroupName("Managers") && user.level > 3', '', 'can’t'],
    ['user.firstName == user.lastName', '', 'can’t'],
    ['String.len(user.title) > 3', '', 'can’t'],
    ['user.department == "Sales" ? true : false', '', 'can’t'],
    ['user.department = "Sales"', '', 'can’t'],
    ['user.department == "Sales', '', 'can’t'],
    ['', '', 'can’t'],
  ],
})

test('a long rule of values is one condition, and one that is nested too deeply is none', () => {
  const long = translated(
    'okta',
    'long',
    translateOkta(`user.level == 1${' || user.level == 8'.repeat(5000)}`),
  )
  assert.deepEqual(long.drafts[0]?.conditions, [
    { type: 'identity', profile_key: 'level', operator: 'in', value: ['1', '8'] },
  ])
  const deep = translated('okta', 'deep', translateOkta('('.repeat(5000)))
  assert.equal(deep.verdict, 'can’t')
})

test('a rule of the API is one for each of its groups, with what it leaves out and whether it is on', () => {
  const rule = {
    name: 'Sales',
    status: 'INACTIVE',
    conditions: {
      people: { users: { exclude: ['00u1'] }, groups: { exclude: [] } },
      expression: { type: 'urn:okta:expression:1.0', value: 'user.level == 1' },
    },
    actions: { assignUserToGroups: { groupIds: ['00g1', '00g2'] } },
  }
  const read = readOkta(JSON.stringify([rule]))
  assert.deepEqual(
    read.map(({ group }) => group),
    [
      { type: 'idp_group', vendor_id: '00g1' },
      { type: 'idp_group', vendor_id: '00g2' },
    ],
  )
  assert.match(
    read[0]?.except.join('; ') ?? '',
    /^Okta leaves out 00u1: .*; it is inactive in Okta$/,
  )
})
