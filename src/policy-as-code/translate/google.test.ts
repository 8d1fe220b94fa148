import { evaluate } from '@marcbachmann/cel-js'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '../../contract/json.ts'
import { readGoogle, translateGoogle } from './google.ts'
import { membersOf, testCases, translated } from './judge-for-tests.ts'

/** Users as the Admin SDK gives them. */
const accounts = {
  ada: {
    name: { givenName: 'Ada', familyName: 'Moreau', fullName: 'Ada Moreau' },
    organizations: [{ department: 'Sales', title: 'Lead', costCenter: 'CC-1', primary: true }],
    locations: [{ area: 'Berlin', buildingId: 'B1' }],
    emails: [{ address: 'ada@acme.example' }],
    suspended: false,
    isEnrolledIn2Sv: true,
    customSchemas: { Staff: { level: 'senior' } },
  },
  bo: {
    name: { givenName: 'Bo', familyName: 'Haddad', fullName: 'BO HADDAD' },
    organizations: [
      { department: 'sales', title: 'Clerk' },
      { department: 'Legal', title: 'Lead' },
    ],
    addresses: [{ country: 'Canada', locality: 'Montréal' }],
    locations: [{ area: 'Berlin', buildingId: 'B2' }],
    emails: [{ address: 'bo@elsewhere.example' }],
    suspended: false,
    isEnrolledIn2Sv: false,
  },
  cy: {
    name: { givenName: 'Cy', familyName: '', fullName: 'Cy' },
    organizations: [{ department: 'Legal', title: 'Lead' }],
    emails: [{ address: 'cy@acme.example' }, { address: 'cy@old.example' }],
    suspended: true,
    isEnrolledIn2Sv: false,
  },
}
const ignoring = /^case, and blanks at the ends, are ignored here$/
const together = /count together, not each on its own/
const department = (value: string) => `user.organizations.exists(org, org.department=='${value}')`

const cases = [
  [department('Sales'), 'ada bo', ignoring],
  ["user.organizations.exists(org, org.department.equalsIgnoreCase('SALES'))", 'ada bo'],
  [`!${department('Legal')}`, 'ada', ignoring],
  ["user.organizations.exists(org, org.department!='Legal')", '', 'can’t'],
  ['user.organizations.exists(org, !org.primary)', '', 'can’t'],
  [
    "user.organizations.exists(o, (o.department.equalsIgnoreCase('legal') || o.title.equalsIgnoreCase('x')) && (o.title.equalsIgnoreCase('clerk') || o.title.equalsIgnoreCase('y')))",
    'bo',
    together,
  ],
  ['user.constructor', '', 'can’t'],
  ["user.name.hasOwnProperty('x')", '', 'can’t'],
  ["user.organizations.exists(org, org.title=='Lead')", 'ada bo cy', ignoring],
  ["user.organizations.exists(org, org.title.startsWith('Le'))", 'ada bo cy', ignoring],
  ["user.organizations.exists(org, org.title.endsWith('rk'))", 'bo', ignoring],
  ["user.organizations.exists(org, org.title.contains('ea'))", 'ada bo cy', ignoring],
  ["!user.organizations.exists(org, org.title.contains('ler'))", 'ada cy', ignoring],
  ["user.organizations.exists(org, org.cost_center=='CC-1')", 'ada', ignoring],
  [
    "user.organizations.exists(org, org.cost_center=='1')",
    '',
    /^blanks at the ends are ignored here$/,
  ],
  ['user.organizations.exists(org, org.primary==true)', 'ada'],
  ['user.organizations.exists(org, org.primary)', 'ada'],
  [`${department('Sales')} || ${department('Legal')}`, 'ada bo cy', ignoring],
  [`${department('Legal')} && user.suspended == false`, 'bo', ignoring],
  [`${department('Legal')} && !user.suspended`, 'bo', ignoring],
  [
    `(${department('Legal')} || ${department('Sales')}) && user.is_enrolled_in_2sv`,
    'ada',
    ignoring,
  ],
  [
    "user.organizations.exists(org, org.department=='Legal' || org.title=='Clerk')",
    'bo cy',
    ignoring,
  ],
  [
    "user.organizations.exists(org, org.department=='Legal' && org.title=='Lead')",
    'bo cy',
    together,
  ],
  ["user.organizations.exists(org, org.department=='Legal' && org.title=='Clerk')", 'bo', together],
  ["user.locations.exists(loc, loc.area=='Berlin' && loc.building_id=='B1')", 'ada', together],
  ["user.addresses.exists(ad, ad.locality=='Montréal')", 'bo', ignoring],
  ["user.addresses.exists(address, address.country == 'Canada')", 'bo', ignoring],
  ["user.emails.exists(email, email.address.endsWith('@acme.example'))", 'ada cy', ignoring],
  ["user.name.value.equalsIgnoreCase('bo haddad')", 'bo'],
  ["user.name.given_name=='Ada'", 'ada', ignoring],
  ["user.custom_schemas.Staff.level=='senior'", 'ada', ignoring],
  ['user.suspended', 'cy'],
  ['!user.suspended', 'ada bo'],
  ['user.is_enrolled_in_2sv == true', 'ada'],
  ["user.org_unit_id==orgUnitId('03ph8a2z1enx4lx')", '', 'can’t'],
  ["user.org_units.exists(unit, unit.org_unit_id==orgUnitId('03ph8a2z1khexns'))", '', 'can’t'],
  ['user.emails.exists(email, email.type==1)', '', 'can’t'],
  ["user.organizations.exists(org, org.description.matches('a.c'))", '', 'can’t'],
  ["!user.organizations.exists(org, org.title.startsWith('Le'))", '', 'can’t'],
  ["user.organizations.exists(org, org.title=='Lead'", '', 'can’t'],
  ["group.name=='x'", '', 'can’t'],
] as const

testCases('google', translateGoogle, { accounts, cases })

/** As queries name it: with _ in place of capitals. What a user does not have is '' there, as in an answer of Google's own types. */
function forCel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forCel)
  if (typeof value !== 'object' || value === null) return value
  const names: Record<string, string> = {
    isEnrolledIn2Sv: 'is_enrolled_in_2sv',
    fullName: 'value',
    customSchemas: 'custom_schemas',
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [
      names[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      forCel(of),
    ]),
  )
}

const fields: Record<string, object> = {
  organizations: { department: '', title: '', cost_center: '', primary: false },
  locations: { area: '', building_id: '' },
  addresses: { country: '', locality: '' },
}

function userOf(profile: object): Record<string, unknown> {
  const user = forCel(profile)
  assert.ok(isRecord(user))
  for (const [list, missing] of Object.entries(fields))
    user[list] = [user[list] ?? []].flat().map((entry) => Object.assign({}, missing, entry))
  return user
}

test('a query says of an account what an evaluator of CEL says, but for what the translation tells', () => {
  let compared = 0
  for (const [query] of cases) {
    const found = translated('google', query, translateGoogle(query))
    const isTold =
      found.verdict === 'can’t' || found.reasons.some((reason) => together.test(reason))
    if (isTold || /custom_schemas|equalsIgnoreCase|!=/.test(query)) continue
    // Muster ignores case, so the values are compared in one case.
    const folded = query.replaceAll(/'([^']*)'/g, (text) => text.toLowerCase())
    const members = Object.entries(accounts).filter(([, profile]) => {
      const user = JSON.parse(JSON.stringify(userOf(profile)), (_, value) =>
        typeof value === 'string' ? value.toLowerCase() : value,
      )
      return evaluate(folded, { user }) === true
    })
    assert.equal(membersOf(accounts, found), members.map(([name]) => name).join(' '), query)
    compared += 1
  }
  assert.ok(compared >= 20, `${compared}`)
})

test('of the groups of Cloud Identity those with a query are read, all queries of one together', () => {
  const groups = [
    { name: 'groups/1', groupKey: { id: 'by-hand@acme.example' } },
    {
      name: 'groups/2',
      groupKey: { id: 'sales@acme.example' },
      dynamicGroupMetadata: {
        queries: [
          { resourceType: 'USER', query: department('Sales') },
          { resourceType: 'USER', query: department('Legal') },
        ],
      },
    },
  ]
  const [only, ...others] = readGoogle(JSON.stringify({ groups }))
  assert.deepEqual(others, [])
  assert.deepEqual(only?.group, { type: 'suite_workspace_group', handle: 'sales@acme.example' })
  assert.equal(only?.text, `${department('Sales')} || ${department('Legal')}`)
})
