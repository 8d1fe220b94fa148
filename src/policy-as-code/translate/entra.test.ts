import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEntra, translateEntra } from './entra.ts'
import { testCases } from './judge-for-tests.ts'

const name = (upn: string) => ({ userPrincipalName: `${upn}@acme.example` })
const accounts = {
  ada: {
    ...name('ada'),
    department: 'Sales',
    jobTitle: 'Sales Lead',
    accountEnabled: true,
    country: 'US',
  },
  bo: {
    ...name('bo'),
    department: 'SALES',
    jobTitle: 'Clerk',
    userType: 'Guest',
    accountEnabled: true,
  },
  cy: {
    ...name('cy'),
    department: 'Legal',
    jobTitle: 'VP Legal',
    accountEnabled: false,
    proxyAddresses: ['SMTP:cy@acme.example', 'smtp:cy@old.example'],
    onPremisesExtensionAttributes: { extensionAttribute1: 'Blue' },
  },
  di: { ...name('di'), jobTitle: 'Dr. "Di"', accountEnabled: true },
}
const leftOut = /^a way in is left out: /

testCases('entra', translateEntra, {
  accounts,
  cases: [
    ['user.department -eq "Sales"', 'ada bo'],
    ['(user.department -eq "Sales")', 'ada bo'],
    ['user.department -EQ "Sales"', 'ada bo'],
    ["user.department eq 'Sales'", 'ada bo'],
    ['user.department -ne "Sales"', 'cy di'],
    ['-not (user.department -eq "Sales")', 'cy di'],
    ['(user.department -eq "Sales") -and (user.country -eq "US")', 'ada'],
    ['(user.department -eq "Sales") -or (user.department -eq "Legal")', 'ada bo cy'],
    [
      'user.department -eq "Legal" -or user.department -eq "Sales" -and user.country -eq "US"',
      'ada cy',
    ],
    ['-not (user.department -eq "Sales") -and user.accountEnabled -eq true', 'di'],
    ['user.department -in ["Sales", "Legal"]', 'ada bo cy'],
    ["user.department -in ['Legal']", 'cy'],
    ['user.department -notIn ["Sales", "Legal"]', 'di'],
    ['user.department -eq null', 'di'],
    ['user.department -ne null', 'ada bo cy'],
    ['user.department -ne $null', 'ada bo cy'],
    ['(user.objectId -ne null) -and (user.userType -ne "Guest")', 'ada cy di'],
    ['user.jobTitle -contains "lead"', 'ada'],
    ['user.jobTitle -notContains "lead"', 'bo cy di'],
    ['user.jobTitle -startsWith "VP "', 'cy'],
    ['user.jobTitle -notStartsWith "VP "', '', 'can’t'],
    ['user.userPrincipalName -endsWith "@acme.example"', 'ada bo cy di'],
    ['user.jobTitle -match "^vp"', 'cy'],
    ['user.jobTitle -match "le(ad|gal)"', 'ada cy'],
    ['user.jobTitle -match "(?!x)y"', '', 'can’t'],
    ['user.jobTitle -notMatch "^VP"', '', 'can’t'],
    ['user.jobTitle -eq "Dr. `"Di`""', 'di'],
    ['user.accountEnabled -eq true', 'ada bo di'],
    ['user.accountEnabled -eq $false', 'cy'],
    ['user.proxyAddresses -any (_ -startsWith "smtp:")', 'cy', /may not have proxyAddresses$/],
    [
      'user.proxyAddresses -any (_ -eq "smtp:cy@old.example")',
      'cy',
      /may not have proxyAddresses$/,
    ],
    ['user.proxyAddresses -any (_ -eq null)', '', 'can’t'],
    ['user.mobile -ne "1"', '', 'can’t'],
    ['user.UserType -ne "Guest"', 'ada cy di'],
    ['user.physicalDeliveryOfficeName -ne "Berlin"', 'ada bo cy di'],
    ['user.jobTitle -match "a)(b"', '', 'can’t'],
    ['user.proxyAddresses -any (_ -notContains "acme")', '', 'can’t'],
    ['user.proxyAddresses -all (_ -contains "acme")', '', 'can’t'],
    ['user.extensionAttribute1 -eq "blue"', 'cy'],
    ["user.memberof -any (group.objectId -in ['1'])", '', 'can’t'],
    ['user.memberof -any (group.objectId -in [\'1\']) -or user.country -eq "US"', 'ada', leftOut],
    [
      'user.assignedPlans -any (assignedPlan.servicePlanId -eq "1" -and assignedPlan.capabilityStatus -eq "Enabled")',
      '',
      'can’t',
    ],
    ['user.employeeHireDate -ge system.now -plus p1d', '', 'can’t'],
    ['Direct Reports for "62e19b97-8b3d-4d4a-a106-4ce66896a863"', '', 'can’t'],
    ['user.objectId -eq "62e19b97-8b3d-4d4a-a106-4ce66896a863"', '', 'can’t'],
    ['device.displayName -startsWith "PC"', '', 'can’t'],
    ['user.objectId -eq null', ''],
    ['user.department -eq "Sales" -and', '', 'can’t'],
  ],
})

test('of the groups of Graph those with a rule are read', () => {
  const groups = [
    { id: '1', displayName: 'By hand', groupTypes: [] },
    {
      id: '2',
      displayName: 'Sales',
      groupTypes: ['DynamicMembership'],
      membershipRule: 'user.department -eq "Sales"',
      membershipRuleProcessingState: 'Paused',
    },
  ]
  const [only, ...others] = readEntra(JSON.stringify({ value: groups }))
  assert.deepEqual(others, [])
  assert.deepEqual([only?.name, only?.group], ['Sales', { type: 'idp_group', vendor_id: '2' }])
  assert.deepEqual(only?.except, ['it is paused in Entra'])
})
