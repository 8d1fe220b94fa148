import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { bindColumns } from '../file/bind-columns.ts'
import { integrationDefaults } from '../file/mappings/default-mappings.ts'
import { adoptColumns } from './adopt-columns.ts'
import { interpretExport } from './interpret-export.ts'

async function interpret(text: string) {
  const name = text.startsWith('[') ? 'people.json' : 'people.csv'
  const open = () => ({ stream: Readable.from([Buffer.from(text)]), name })
  return interpretExport({ open, most: 100 })
}

async function people(text: string): Promise<string[]> {
  const { people: found, refusals } = await interpret(text)
  return [
    ...found.map(({ fullName, email, state }) => `${fullName}, ${email}, ${state}`),
    ...refusals.flatMap(({ reasons }) => reasons.map(({ reason }) => reason)),
  ]
}

test('columns whose names are not known are found by their addresses, names and states', async () => {
  assert.deepEqual(
    await people(
      [
        'Nº,Quem,E-mail principal,Vínculo',
        '1,Ana Souza,ana@acme.example,Ativo',
        '2,João Lima,joao@acme.example,Demitido',
        '3,Rui Alves,rui@acme.example,Cedido',
      ].join('\n'),
    ),
    [
      'Ana Souza, ana@acme.example, active',
      'João Lima, joao@acme.example, deactivated',
      'state has an unknown value at Vínculo: "Cedido"',
    ],
  )
})

test('of several columns that may have names the one is taken whose words are in the addresses', async () => {
  assert.deepEqual(
    await people(
      'Participant,Email,Outcome\nAda Moreau,ada@acme.example,In progress\nRoy Lind,roy@acme.example,All done\n',
    ),
    ['Ada Moreau, ada@acme.example, active', 'Roy Lind, roy@acme.example, active'],
  )
})

test('a column Nom is one of whole names, where it is the only one and most of it is', async () => {
  const { people: found } = await interpret(
    'Nom,Email\nLéa Durand,lea@acme.example\nTom Petit,tom@acme.example\n',
  )
  assert.deepEqual(
    found.map(({ firstName, lastName }) => `${firstName} / ${lastName}`),
    ['Léa / Durand', 'Tom / Petit'],
  )
})

test('initials stand before a last name where no column has more', async () => {
  assert.deepEqual(
    await people(
      'Voorletters,Achternaam,Email\nA.B.,Berg,a@acme.example\nP.,Jansen,p@acme.example',
    ),
    ['A.B. Berg, a@acme.example, active', 'P. Jansen, p@acme.example, active'],
  )
  for (const names of ['Name,Initials', 'Initials,First name,Last name', 'Full name,Initial']) {
    const row = names
      .replace(/Initials?/, 'XY')
      .replace('First name', 'Ada')
      .replace('Last name', 'Moreau')
      .replace(/Name|Full name/, 'Ada Moreau')
    assert.deepEqual(await people(`${names},Email\n${row},ada@acme.example`), [
      'Ada Moreau, ada@acme.example, active',
    ])
  }
})

test('addresses of managers and states of devices are not taken for those of people', async () => {
  assert.deepEqual(
    await people(
      [
        'Employee ID,Name,Boss address,MFA state,Contract kind',
        '1,Ada Moreau,li@acme.example,active,permanent',
        '2,Li Wei,,inactive,temporary',
      ].join('\n'),
    ),
    ['Ada Moreau, null, active', 'Li Wei, null, active'],
  )
})

test('a column of several numbers holds codes, which have to be asked about', async () => {
  const table = 'Employee ID,Name,Status\n1,A B,0\n2,C D,1\n3,E F,3\n'
  const { unknownStates } = await interpret(table)
  assert.deepEqual(
    unknownStates.map(({ path, value }) => `${path} ${value}`),
    ['Status 0', 'Status 1', 'Status 3'],
  )
})

test('a column State with states of people has no states of countries', async () => {
  const { unknownStates } = await interpret('id,name,state\n1,A B,ACTIVE\n2,C D,RECOVERING\n')
  assert.deepEqual(
    unknownStates.map(({ value }) => value),
    ['RECOVERING'],
  )
})

test('a table in which people come back with other groups is refused, and one of teams is not', async () => {
  await assert.rejects(
    interpret('Group,Email,Role\nEng,ada@acme.example,Member\nSales,ada@acme.example,Admin\n'),
    /lists members of groups: "ada@acme.example" is in "Eng" and "Sales" of "Group".*--shape accounts/,
  )
  assert.deepEqual(
    await people('Name,Email,Team\nA B,a@acme.example,Eng\nC D,c@acme.example,Eng\n'),
    ['A B, a@acme.example, active', 'C D, c@acme.example, active'],
  )
})

test('of several rows of a person the one that counts is shown', async () => {
  const { counts } = await interpret(
    'Employee ID,Name,Status\n1,A B,Inactive\n1,A B,Active\n2,C D,Active\n',
  )
  assert.deepEqual([counts.accounts, counts.active, counts.left_out, counts.refused], [2, 2, 1, 0])
})

const marked = (column: string, mark: string) =>
  people(`Employee ID,Name,Email,${column}\n1,A B,,${mark}\n2,C D,,\n3,E F,,${mark}\n`)

test('where a cross says that somebody is there, an empty cell says that they are not', async () => {
  for (const mark of ['X', '✓', '✔', '*', 'checked'])
    assert.deepEqual(await marked('Active', mark), [
      'A B, null, active',
      'C D, null, deactivated',
      'E F, null, active',
    ])
  assert.deepEqual(await marked('Enabled', 'x'), [
    'A B, null, active',
    'C D, null, suspended',
    'E F, null, active',
  ])
})

test('where only yes or 1 says that somebody is there, empty cells have to be asked about', async () => {
  for (const mark of ['1', 'Yes', 'TRUE', 'ja'])
    assert.deepEqual(await marked('Active', mark), [
      'A B, null, active',
      'E F, null, active',
      'state has an unknown value at Active: "(blank)"',
    ])
})

test('where a cross says that somebody has left, an empty cell says that they have not', async () => {
  for (const mark of ['X', '✓', '1', 'Yes'])
    assert.deepEqual((await marked('Terminated', mark)).toSorted(), [
      'A B, null, deactivated',
      'C D, null, active',
      'E F, null, deactivated',
    ])
})

test('an empty cell beside yes and no says nothing, and neither does a key that a record of JSON has not', async () => {
  const table = 'Employee ID,Name,Active\n1,A B,Yes\n2,C D,No\n3,E F,\n'
  assert.deepEqual(
    (await people(table)).map((line) => line.split(', ').at(-1)),
    ['active', 'deactivated', 'active'],
  )
  const json = '[{"id":1,"name":"A B","active":true},{"id":2,"name":"C D"}]'
  const open = () => ({ stream: Readable.from([Buffer.from(json)]), name: 'people.json' })
  assert.equal((await interpretExport({ open, most: 100 })).counts.active, 2)
})

test('states in Korean and Japanese are found by their words too', async () => {
  for (const words of [
    ['재직', '퇴직'],
    ['在職', '退職'],
  ]) {
    const [here = '', gone = ''] = words
    const table = `사번,성명,구분\n1,김 민수,${here}\n2,이 영희,${gone}\n`
    const states = (await people(table)).map((line) => line.split(', ').at(-1))
    assert.deepEqual(states, ['active', 'deactivated'])
  }
})

test('a column of which some words say that somebody has left is one of states', async () => {
  assert.deepEqual(
    await people(
      [
        'Sicil No,Adı,Soyadı,E-Posta,Personel Hâli',
        '1,Ayşe,Yılmaz,ayse@acme.example,Görevli',
        '2,Can,Demir,can@acme.example,İşten Ayrıldı',
      ].join('\n'),
    ),
    [
      'Can Demir, can@acme.example, deactivated',
      'state has an unknown value at Personel Hâli: "Görevli"',
    ],
  )
  assert.deepEqual(
    await people(
      'Nome,E-mail,Vínculo\nAna Souza,ana@acme.example,Inativo\nRui Lima,rui@acme.example,Ativo\n',
    ),
    ['Ana Souza, ana@acme.example, deactivated', 'Rui Lima, rui@acme.example, active'],
  )
  assert.deepEqual(await people('Name,Email,Side\nA B,a@acme.example,left\n'), [
    'A B, a@acme.example, active',
  ])
})

test('the only column of days of leaving holds the last day', async () => {
  for (const column of ['Employed until', 'Date de départ (N)', '退職年月日', 'Dátum výstupu'])
    assert.deepEqual(
      await people(
        `Name,Email,${column}\nA B,a@acme.example,\nC D,c@acme.example,2023-01-31\nE F,e@acme.example,9999-12-31\n`,
      ),
      [
        'A B, a@acme.example, active',
        'C D, c@acme.example, deactivated',
        'E F, e@acme.example, active',
      ],
    )
  assert.deepEqual(await people('Name,Email,Exit interview\nA B,a@acme.example,2023-01-31\n'), [
    'A B, a@acme.example, active',
  ])
})

test('a line of totals does not decide about a column', async () => {
  for (const last of [',Summe,1', 'Total,,2'])
    assert.deepEqual(
      await people(
        `Name,Email,ausgeschieden am\nA B,a@acme.example,\nC D,c@acme.example,31.12.2023\n${last}\n`,
      ),
      ['A B, a@acme.example, active', 'C D, c@acme.example, deactivated'],
    )
})

test('a day in a column that says who has left is the day of it', async () => {
  assert.deepEqual(
    await people(
      'Name,Email,Left\nA B,a@acme.example,\nC D,c@acme.example,2023-01-31\nE F,e@acme.example,9000-01-01\n',
    ),
    [
      'A B, a@acme.example, active',
      'C D, c@acme.example, deactivated',
      'E F, e@acme.example, active',
    ],
  )
})

test('names are found in scripts without capitals, and before logins', async () => {
  assert.deepEqual(
    await people('رقم,من,البريد\n1,أحمد علي,ahmed@acme.example\n2,سارة حسن,sara@acme.example\n'),
    ['أحمد علي, ahmed@acme.example, active', 'سارة حسن, sara@acme.example, active'],
  )
  assert.deepEqual(await people('Login,Kto,Email\nab,Ada Moreau,a@acme.example\n'), [
    'Ada Moreau, a@acme.example, active',
  ])
})

test('addresses of the company that belong to one person each are theirs', async () => {
  assert.deepEqual(
    await people('Name,Company login address\nA B,a@acme.example\nC D,c@acme.example\n'),
    ['A B, a@acme.example, active', 'C D, c@acme.example, active'],
  )
  const [one] = await people(
    'id,Name,Company address\n1,A B,info@acme.example\n2,C D,info@acme.example\n',
  )
  assert.equal(one, 'A B, null, active')
})

test('the first of several addresses in a list of objects is not taken for the only one', async () => {
  const rows = [
    {
      id: '1',
      first_name: 'Ada',
      mails: [{ mail: 'old@acme.example' }, { mail: 'a@acme.example' }],
    },
    { id: '2', first_name: 'Li', mails: [{ mail: 'li@acme.example' }] },
  ]
  assert.deepEqual(await people(JSON.stringify(rows)), ['Ada, null, active', 'Li, null, active'])
})

test('a name that is also a word for leaving makes no column of states', async () => {
  assert.deepEqual(await people('First name,Last name,Email\nBo,Resigned,bo@acme.example\n'), [
    'Bo Resigned, bo@acme.example, active',
  ])
})

test('of two unknown columns with states neither is ignored: what their words mean has to be asked about', async () => {
  const table = 'Name,Email,Situatie,Fase\nAda Moreau,ada@acme.example,Active,Leaver\n'
  const { unknownStates } = await interpret(table)
  assert.deepEqual(
    unknownStates.map(({ path, value }) => `${path} ${value}`),
    ['Situatie Active', 'Fase Leaver'],
  )
  assert.deepEqual(await people(table), [
    'state has an unknown value at Situatie: "Active"; state has an unknown value at Fase: "Leaver"',
  ])
})

test('a column Employee with numbers beside one of names has the numbers of people', async () => {
  const table =
    'Employee,Naam,E-mail\n1001,Jan de Vries,jan@acme.example\n1002,Bo Li,bo@acme.example\n'
  const { people: found } = await interpret(table)
  assert.deepEqual(
    found.map(({ vendorId, fullName }) => `${vendorId} ${fullName}`),
    ['1001 Jan de Vries', '1002 Bo Li'],
  )
})

test('words of states are no names', async () => {
  const row = '"Moreau, Ada",ada@acme.example,Active Employee'
  assert.deepEqual(await people(`Person : Who,Person : Email,Person : Status\n${row}\n`), [
    'Ada Moreau, ada@acme.example, active',
  ])
})

test('the names of managers are not taken for those of the people', async () => {
  const header = 'Kas,Kes,E-post,Ülemus\n'
  const blank = `${header}Mari,Õunapuu,mari@acme.example,Jüri Tamm\nJüri,Tamm,juri@acme.example,\n`
  assert.deepEqual(await people(blank), [
    ', mari@acme.example, active',
    ', juri@acme.example, active',
  ])
  const filled = `${header}M,Õ,mari@acme.example,Jaan Tamm\nJ,T,jaan@acme.example,Mari Saar\n`
  assert.deepEqual(await people(filled), [
    ', mari@acme.example, active',
    ', jaan@acme.example, active',
  ])
})

test('private addresses beside those of work are nobody’s, and other addresses of work stand in', async () => {
  const header = 'Worker ID,Name,Email,Work email'
  const ada = '1,Ada Moreau,ada@gmail.com,ada@acme.example'
  assert.deepEqual(await people([header, ada, '2,Bo Li,bo@hotmail.co.uk,'].join('\n')), [
    'Ada Moreau, ada@acme.example, active',
    'Bo Li, null, active',
  ])
  const same = '1,Ada Moreau,ada@acme.example,ada.m@acme.example'
  assert.deepEqual(await people([header, same, '2,Bo Li,bo@acme.example,'].join('\n')), [
    'Ada Moreau, ada.m@acme.example, active',
    'Bo Li, bo@acme.example, active',
  ])
  const second = '1,Ada Moreau,ada@acme-group.example,ada@acme.example'
  assert.deepEqual(await people([header, second, '2,Bo Li,bo@acme-group.example,'].join('\n')), [
    'Ada Moreau, ada@acme.example, active',
    'Bo Li, bo@acme-group.example, active',
  ])
})

test('columns of names are compared with the addresses in time that grows with the rows', () =>
  assertGrowsLinearly(500, (size) => {
    const columns = ['Email', ...Array.from({ length: 10 }, (_, at) => `Column ${at}`)]
    const rows = Array.from({ length: size }, (_, at) => {
      const name = `Ada Moreau${String.fromCodePoint(0x4e00 + at)}`
      const named = columns.map((column) => [column, name])
      return { ...Object.fromEntries(named), Email: `p${at}@acme.example` }
    })
    const { account } = bindColumns(integrationDefaults('file', '').mapping, columns)
    adoptColumns({ ...account, first_name: [], last_name: [], full_name: [] }, rows, columns)
  }))
