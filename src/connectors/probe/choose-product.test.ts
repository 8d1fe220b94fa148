import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function people(text: string): Promise<string[]> {
  const source = { stream: Readable.from([Buffer.from(text)]) }
  const { product, people: found } = await interpretExport({ source, most: 100 })
  return found.map(
    ({ fullName, email, state }) => `${product.name}: ${fullName}, ${email}, ${state}`,
  )
}

test('a personnel table with a primary address is no export of Google Workspace', async () => {
  assert.deepEqual(
    await people(
      [
        'ID,First Name,Last Name,Primary Email,Employee Status',
        '1,Rosa,Diaz,rosa@acme.example,Active',
        '2,Tara,Bell,tara@acme.example,Terminated',
      ].join('\n'),
    ),
    [
      'file: Rosa Diaz, rosa@acme.example, active',
      'file: Tara Bell, tara@acme.example, deactivated',
    ],
  )
  assert.deepEqual(
    await people('primaryEmail,name.fullName,suspended\nada@acme.example,Ada Moreau,True\n'),
    ['google: Ada Moreau, ada@acme.example, suspended'],
  )
})

test('a personnel table that names accounts of a directory keeps its own states', async () => {
  for (const account of ['User Principal Name', 'sAMAccountName'])
    for (const state of ['Employment Status', 'Termination Date'])
      assert.deepEqual(
        await people(
          [
            `Employee ID,Display Name,Email,${account},${state}`,
            `1,Ada Moreau,ada@acme.example,ada,${state === 'Termination Date' ? '' : 'Active'}`,
            `2,Bob Ray,bob@acme.example,bob,${state === 'Termination Date' ? '2023-01-31' : 'Terminated'}`,
          ].join('\n'),
        ),
        [
          'file: Ada Moreau, ada@acme.example, active',
          'file: Bob Ray, bob@acme.example, deactivated',
        ],
      )
})

test('users with addresses under another key than those of SCIM keep their names and addresses', async () => {
  assert.deepEqual(
    await people(
      JSON.stringify({
        users: [
          {
            _id: 'r1',
            username: 'ada',
            name: 'Ada Moreau',
            emails: [{ address: 'ada@acme.example', verified: true }],
            status: 'offline',
            active: true,
          },
          { _id: 'r2', username: 'bob', name: 'Bob Ray', status: 'away', active: false },
        ],
      }),
    ),
    ['file: Ada Moreau, ada@acme.example, active', 'file: Bob Ray, null, deactivated'],
  )
})

test('a guest of Entra is known by the name where the list has no types', async () => {
  const users = [
    { id: '1', displayName: 'Ada Moreau', userPrincipalName: 'ada@acme.example' },
    { id: '2', displayName: 'Li Wei', userPrincipalName: 'li_partner.example#EXT#@acme.example' },
    {
      id: '3',
      displayName: 'Bo Ray',
      userPrincipalName: 'bo_partner.example#EXT#@acme.example',
      userType: 'Member',
    },
  ]
  const source = { stream: Readable.from([Buffer.from(JSON.stringify(users))]) }
  const { counts, people: found } = await interpretExport({ source, most: 100 })
  assert.equal(counts.guests, 1)
  assert.deepEqual(
    found
      .filter(({ profile }) => profile['account_kind'] === 'guest')
      .map(({ vendorId }) => vendorId),
    ['2'],
  )
})

test('a table that only names logins of a directory is asked about', async () => {
  const text = 'GivenName,Surname,SamAccountName,Email\nAda,Moreau,amoreau,ada@acme.example\n'
  const source = { stream: Readable.from([Buffer.from(text)]) }
  const { product, questions } = await interpretExport({ source, most: 100 })
  assert.equal(product.name, 'file')
  assert.deepEqual(
    questions.map(({ id, proposed }) => [id, proposed]),
    [['id', null]],
  )
})
