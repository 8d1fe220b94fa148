import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrationDefaults } from './mappings/default-mappings.ts'
import { ofKind, read } from './read-for-tests.ts'
import { remedyOf } from './remedies.ts'

async function people(text: string): Promise<string[]> {
  return ofKind(await read('file', text), 'account').map(
    ({ vendorId, firstName, lastName, email, state }) =>
      `${vendorId}: ${firstName} / ${lastName} / ${email} / ${state}`,
  )
}

async function reasons(text: string): Promise<string[]> {
  return ofKind(await read('file', text), 'bad').map(({ reason }) => reason)
}

test('a German, a French and a Japanese table are read with their names and states', async () => {
  const german = [
    'Personalnummer;Vorname;Name;E-Mail-Adresse;Abteilung;Status;Austrittsdatum',
    '1;Änne;Müller;aenne@acme.example;Vertrieb;aktiv;',
    '2;Jörg;Groß;joerg@acme.example;Vertrieb;ausgeschieden;31.12.2020',
  ].join('\n')
  const french = [
    'Matricule;Prénom;Nom;Courriel;Service;Statut',
    '1;Zoé;Lefèvre;zoe@acme.example;Ventes;Actif',
    '2;Luc;Petit;luc@acme.example;Ventes;Sorti',
  ].join('\n')
  const japanese = '社員番号,氏名,メールアドレス,部署\n1,山田 太郎,taro@acme.example,営業\n'
  assert.deepEqual(await people(german), [
    '1: Änne / Müller / aenne@acme.example / active',
    '2: Jörg / Groß / joerg@acme.example / deactivated',
  ])
  assert.deepEqual(await people(french), [
    '1: Zoé / Lefèvre / zoe@acme.example / active',
    '2: Luc / Petit / luc@acme.example / deactivated',
  ])
  assert.deepEqual(await people(japanese), ['1: 太郎 / 山田 / taro@acme.example / active'])
  const [account] = ofKind(await read('file', german), 'account')
  assert.deepEqual(
    [account?.profile['department'], account?.profile['employeeNumber']],
    ['Vertrieb', '1'],
  )
})

test('a name with a comma has the family name first, unless a title follows the comma', async () => {
  const table = [
    'Employee ID;Name',
    '1;Moreau, Ada',
    '2;Ada Moreau, PhD',
    '3;de la Cruz, Ana María',
    '4;Cher',
  ].join('\n')
  assert.deepEqual(await people(table), [
    '1: Ada / Moreau / null / active',
    '2: Ada / Moreau, PhD / null / active',
    '3: Ana María / de la Cruz / null / active',
    '4: Cher /  / null / active',
  ])
})

test('employment states are understood in every spelling, and an unknown one is refused', async () => {
  const states = [
    'Active',
    'ON_LEAVE',
    'Voluntarily Terminated',
    'Terminated - Involuntary',
    'Contractor',
    'Pre-Hire',
    'Seconded',
  ]
  const table = [
    'Employee ID,Name,Employment Status',
    ...states.map((state, at) => `${at},P ${at},${state}`),
  ]
  assert.deepEqual(
    (await people(table.join('\n'))).map((line) => line.split(' / ').at(-1)),
    ['active', 'active', 'deactivated', 'deactivated', 'active', 'suspended'],
  )
  assert.deepEqual(await reasons(table.join('\n')), [
    'state has an unknown value at Employment Status: "Seconded"',
  ])
})

test('flags and a last day are states too; a state of a country is none', async () => {
  const table = [
    'Employee ID,Name,Active,Termination Date,State',
    '1,A B,Yes,,TX',
    '2,C D,No,,TX',
    '3,E F,,2020-01-31,CA',
    '4,G H,,12/31/2999,CA',
    '5,I J,Yes,2020-01-31,inactive',
    '6,K L,,soon,CA',
  ].join('\n')
  assert.deepEqual(await people(table), [
    '1: A / B / null / active',
    '2: C / D / null / deactivated',
    '3: E / F / null / deactivated',
    '4: G / H / null / active',
    '5: I / J / null / deactivated',
  ])
  assert.deepEqual(await reasons(table), ['the last day is not a date as in 2026-12-31: "soon"'])
})

test('a row with neither a name nor an address is refused', async () => {
  const table = 'Employee ID,Name,Email\n1,,\n2,,li@acme.example\n'
  assert.deepEqual(await people(table), ['2:  /  / li@acme.example / active'])
  assert.deepEqual(await reasons(table), ['neither a name nor an e-mail address'])
})

test('a letter alone is no state, and neither are a date behind a word and codes', async () => {
  const table = 'Employee ID,Name,Status\n1,A B,T\n2,C D,Active (until 31/12/2020)\n3,E F,1\n'
  assert.deepEqual(await people(table), ['3: E / F / null / active'])
  assert.deepEqual(await reasons(table), [
    'state has an unknown value at Status: "T"',
    'state has an unknown value at Status: "Active (until 31/12/2020)"',
  ])
})

test('the last day ends an account whatever the state, and is remarked on beside what somebody does', async () => {
  const table = [
    'Employee ID,Name,Status,Contract End',
    '1,A B,Contractor,2020-12-31',
    '2,C D,Contractor,2999-12-31',
    '3,E F,Active,2020-12-31',
  ].join('\n')
  assert.deepEqual(await people(table), [
    '1: A / B / null / deactivated',
    '2: C / D / null / active',
    '3: E / F / null / deactivated',
  ])
  const notes = ofKind(await read('file', table), 'account').flatMap((each) => each.notes)
  assert.deepEqual(notes, ['active, though the last day is past: it has ended on 2020-12-31'])
})

test('a moment of deletion deactivates, whatever the state; an expired account is suspended', async () => {
  const table = [
    'id,name,status,deleted_at,Account Expires',
    '1,A B,active,2020-12-31T10:00:00Z,',
    '2,C D,active,0,0',
    '3,E F,active,1600000000000,9223372036854775807',
    '4,G H,active,,132223104000000000',
    '5,I J,active,,31.12.2999',
  ].join('\n')
  assert.deepEqual(
    (await people(table)).map((line) => line.split(' / ').at(-1)),
    ['deactivated', 'active', 'deactivated', 'suspended', 'active'],
  )
})

test('an address counts only where nothing else stands in its cell, and the profile keeps what is written', async () => {
  const table = [
    'Employee ID;Name;Email',
    '1;A B;Ada <ada@acme.example>',
    '2;C D;mailto:li@acme.example',
    '3;E F;ole@acme.example, o@acme.example',
    '4;G H;smtp:z@acme.example+SMTP:zoe@acme.example',
    '5;I J;n/a',
    '6;K L;ask Ada',
    '7;M N;ada moreau@acme.example',
    '8;O P; Ada.Moreau@acme.example ',
  ].join('\n')
  assert.deepEqual(await people(table), [
    '1: A / B / null / active',
    '2: C / D / null / active',
    '3: E / F / null / active',
    '4: G / H / null / active',
    '5: I / J / null / active',
    '8: O / P / Ada.Moreau@acme.example / active',
  ])
  const [first] = ofKind(await read('file', table), 'account')
  assert.equal(first?.profile['Email'], 'Ada <ada@acme.example>')
  assert.deepEqual(first.notes, [
    'email: not one address alone, so it is kept in the profile only: "Ada <ada@acme.example>"',
  ])
  assert.deepEqual(await reasons(table), [
    'email is not an address: "ask Ada"',
    'email is not an address: "ada moreau@acme.example"',
  ])
  assert.deepEqual(await people('Name,Email\nA B,A B <a@acme.example>\n'), [
    'A B <a@acme.example>: A / B / null / active',
  ])
})

async function named(column: string, name: string): Promise<string | undefined> {
  return (await people(`Employee ID;${column}\n1;${name}\n`))[0]
}

test('the name of a column says which name comes first', async () => {
  assert.equal(await named('Név', 'Nagy Anna'), '1: Anna / Nagy / null / active')
  assert.equal(await named('Nazwisko i imię', 'Nowak Ewa'), '1: Ewa / Nowak / null / active')
  assert.equal(await named('Nombre y apellidos', 'Ana Ruiz'), '1: Ana / Ruiz / null / active')
})

test('further rows of an account are marked, and a row that is refused names its account where its id can be read', async () => {
  const table =
    'Employee ID,Name,Status\n1,A B,Inactive\n1,A B,Active\n2,C D,Resting\n,E F,Active\n'
  const records = await read('file', table)
  assert.deepEqual(
    ofKind(records, 'account').map(({ line, isRepeated }) => [line, isRepeated]),
    [
      [2, undefined],
      [3, true],
    ],
  )
  assert.deepEqual(
    ofKind(records, 'bad').map(({ line, vendorId }) => [line, vendorId]),
    [
      [4, '2'],
      [5, undefined],
    ],
  )
})

test('an end that is still open is no last day', async () => {
  const table = 'Employee ID,Name,End Date\n1,A B,Present\n2,C D,unbefristet\n3,E F,TBD\n'
  assert.deepEqual(await people(table), ['1: A / B / null / active', '2: C / D / null / active'])
  assert.deepEqual(await reasons(table), ['the last day is not a date as in 2026-12-31: "TBD"'])
})

test('an address that is the id has no case', async () => {
  const table = 'Name,Email\nAda Moreau,Ada@acme.example\nAda Moreau,ada@acme.example\n'
  const records = ofKind(await read('file', table), 'account')
  assert.deepEqual(
    records.map(({ vendorId, email, isRepeated }) => [vendorId, email, isRepeated]),
    [
      ['ada@acme.example', 'Ada@acme.example', undefined],
      ['ada@acme.example', 'ada@acme.example', true],
    ],
  )
})

test('a name before the address in its cell is the name, where there is no other', async () => {
  const table = 'Email\nAda Moreau <ada@acme.example>\n"""Wei, Li"" <li@acme.example>"\n'
  assert.deepEqual(await people(table), [
    'Ada Moreau <ada@acme.example>: Ada / Moreau / null / active',
    '"Wei, Li" <li@acme.example>: Li / Wei / null / active',
  ])
})

test('a line of totals is no person, also where the word stands in the column of ids', async () => {
  for (const word of ['Total employees', 'Antal medarbejdere', 'Итого'])
    assert.deepEqual(await people(`Employee ID,First Name,Last Name\n1,A,B\n${word},2,\n`), [
      '1: A / B / null / active',
    ])
})

test('what is not exactly one address is not the id of the address in it', async () => {
  for (const cell of [
    '\u200bADA@x.example',
    'ADA@x\u00ad.example\u200e',
    'mailto:ADA@x.example',
    'Ada Moreau <ADA@x.example>',
    '<ADA@x.example>',
  ])
    assert.deepEqual(await people(`Name,Email\nAda Moreau,${cell}\n`), [
      `${cell}: Ada / Moreau / null / active`,
    ])
})

test('an address with a character that nobody sees at its end is no address', async () => {
  for (const unseen of ['\u200b', '\ufeff', '\u00a0', '\u00ad', '\u200e', '\u3164'])
    for (const file of [
      `ID,Name,Email\n1,Ada Moreau,ada@x.example${unseen}\n`,
      JSON.stringify([{ id: 1, name: 'Ada Moreau', email: `ada@x.example${unseen}` }]),
    ])
      assert.deepEqual(await people(file), ['1: Ada / Moreau / null / active'], escape(unseen))
})

const escape = (text: string) => JSON.stringify(text).replace(/[^ -~]/, encodeURIComponent)

test('states are read behind what says that they are states of a person', async () => {
  const states = [
    'USER_STATE_ACTIVE',
    'USER_STATE_INACTIVE',
    'Full-time employee',
    'STATUS_SUSPENDED',
  ]
  const rows = states.map((state, at) => `${at},N ${at},${state}`)
  assert.deepEqual(
    ofKind(await read('file', ['id,name,status', ...rows].join('\n')), 'account').map(
      ({ state }) => state,
    ),
    ['active', 'deactivated', 'active', 'suspended'],
  )
})

test('a state that is an object is read inside, or refused with what to do', async () => {
  const flags = { is_activated: true, is_frozen: false, is_resigned: true }
  const person = { id: '1', name: 'Ada Moreau', email: 'ada@acme.example' }
  const readState = (status: unknown) => read('file', JSON.stringify([{ ...person, status }]))
  assert.deepEqual(
    ofKind(await readState(flags), 'account').map(({ state }) => state),
    ['deactivated'],
  )
  const [row] = ofKind(await readState({ gone: true }), 'bad')
  assert.equal(row?.reason, 'state is an object at status (it has "gone")')
  assert.match(remedyOf(row.reason).text, /name the key inside of the object/)
})

test('ids and times that mongoexport writes are read', async () => {
  const records = await read(
    'file',
    JSON.stringify({
      _id: { $oid: '65f0c0ffee' },
      name: 'Ada Moreau',
      email: 'ada@acme.example',
      deletedAt: { $date: '2023-01-31T00:00:00Z' },
    }),
  )
  assert.deepEqual(
    ofKind(records, 'account').map(({ vendorId, state }) => `${vendorId} ${state}`),
    ['65f0c0ffee deactivated'],
  )
})

test('a last day that may be counted in the years of Thailand is refused', async () => {
  const [row] = ofKind(await read('file', 'id,name,end date\n1,Ada Moreau,31/01/2566\n'), 'bad')
  assert.match(row?.reason ?? '', /the last day is not a date as in 2026-12-31: "31\/01\/2566"/)
})

test('the only column of names has all of the name, and a login is no part of it', async () => {
  assert.deepEqual(
    await people(
      'Nome;Usuário;E-mail\nAna Souza;asouza;ana@acme.example\nRui;rlima;rui@acme.example\n',
    ),
    [
      'ana@acme.example: Ana / Souza / ana@acme.example / active',
      'rui@acme.example: Rui /  / rui@acme.example / active',
    ],
  )
  assert.deepEqual(
    await people('First name,Last name,Username,Email\nAda,,amoreau,ada@acme.example\n'),
    ['ada@acme.example: Ada /  / ada@acme.example / active'],
  )
})

test('a name comes before a login that is called a name', async () => {
  assert.deepEqual(
    await people('id,displayName,name\n1,ada,Ada Moreau\n2,Li Wei,l.wei\n3,bob,bob\n'),
    ['1: Ada / Moreau / null / active', '2: Li / Wei / null / active', '3: bob /  / null / active'],
  )
})

test('what reports say of others is no name of the person', async () => {
  assert.deepEqual(
    await people(
      'User ID,First Name,Last Name,Profile: Name,Manager: Full Name\n1,,Integration,Standard User,Grace Hopper\n',
    ),
    ['1:  / Integration / null / active'],
  )
})

test('a day where a mapping knows yes and no is the day on which it became so', async () => {
  const { mapping } = integrationDefaults('file', '')
  const left = { path: 'Left', values: { yes: 'deactivated' as const, no: 'active' as const } }
  const state = { ...mapping.account.state, sources: [left] }
  const own = { ...mapping, account: { ...mapping.account, state } }
  const rows = ['id,email,Left', '1,a@acme.example,2020-01-31', '2,b@acme.example,2999-01-31']
  const records = await read('file', `${rows.join('\n')}\n3,c@acme.example,soon\n`, {
    mapping: own,
  })
  assert.deepEqual(
    records.map((each) => (each.kind === 'account' ? each.state : each.kind)),
    ['deactivated', 'active', 'bad'],
  )
})

test('a state in front of a name or behind it counts', async () => {
  const names = [
    'LEAVER - Ada Moreau',
    'Li Wei (left 03/2024)',
    'Bo Ray (LEFT)',
    '"Roe, Cy (ext.)"',
    'Anna Svensson (former Lindqvist)',
    'Di Poe (former employee)',
    'Left-Nielsen Bo',
  ]
  assert.deepEqual(
    await people(['id,name', ...names.map((name, at) => `${at},${name}`)].join('\n')),
    [
      '0: Ada / Moreau / null / deactivated',
      '1: Li / Wei / null / deactivated',
      '2: Bo / Ray / null / deactivated',
      '3: Cy / Roe / null / active',
      '4: Anna / Svensson / null / active',
      '5: Di / Poe / null / deactivated',
      '6: Left-Nielsen / Bo / null / active',
    ],
  )
})

test('shortened names of columns are understood', async () => {
  const records = await read(
    'file',
    'EMPLID|NAME|EMAIL_ADDR|EMPL_STAT|TERM_DT|Line Mgr|Dept.\n1|"Moreau, Ada"|ada@acme.example|Active|2023-01-31|Li Wei|IT\n2|"Ray, Bo"|bo@acme.example|Leaver|||\n',
  )
  assert.deepEqual(
    ofKind(records, 'account').map(({ vendorId, fullName, email, state, profile }) => [
      `${vendorId} ${fullName} ${email} ${state}`,
      profile['managerName'],
      profile['department'],
    ]),
    [
      ['1 Ada Moreau ada@acme.example deactivated', 'Li Wei', 'IT'],
      ['2 Bo Ray bo@acme.example deactivated', undefined, undefined],
    ],
  )
})

test('tables in Indonesian, Hindi and Arabic are read with their names, states and managers', async () => {
  const tables = [
    'NIK,Nama Lengkap,Email,Departemen,Atasan,Status\n1,Siti Rahayu,siti@acme.example,TI,Budi Santoso,Keluar\n',
    'कर्मचारी आईडी,नाम,ईमेल,विभाग,Manager,Status\n1,राहुल वर्मा,rahul@acme.example,TI,Budi Santoso,निष्क्रिय\n',
    'رقم الموظف,اسم الموظف,البريد الإلكتروني,القسم,المدير,الحالة\n1,أحمد علي,ahmed@acme.example,TI,Budi Santoso,مستقيل\n',
  ]
  const found = await Promise.all(tables.map((table) => read('file', table)))
  assert.deepEqual(
    found
      .flatMap((records) => ofKind(records, 'account'))
      .map(({ firstName, lastName, state, profile }) => [
        `${firstName} / ${lastName} / ${state}`,
        profile['department'],
        profile['managerName'],
      ]),
    [
      ['Siti / Rahayu / deactivated', 'TI', 'Budi Santoso'],
      ['राहुल / वर्मा / deactivated', 'TI', 'Budi Santoso'],
      ['أحمد / علي / deactivated', 'TI', 'Budi Santoso'],
    ],
  )
})

test('how a person is addressed is not their job title', async () => {
  const [account] = ofKind(
    await read('file', 'id,Title,Name,Job Title\n1,Ms,Ada Moreau,Engineer\n'),
    'account',
  )
  assert.equal(account?.profile['title'], 'Engineer')
})

test('people and machines of one list are told apart', async () => {
  const records = await read(
    'file',
    JSON.stringify({
      result: [
        {
          userId: '1',
          state: 'USER_STATE_ACTIVE',
          human: {
            profile: { givenName: 'Ada', familyName: 'Moreau' },
            email: { email: 'ada@acme.example', isVerified: true },
          },
        },
        { userId: '2', state: 'USER_STATE_ACTIVE', username: 'ci', machine: { name: 'CI' } },
      ],
    }),
  )
  assert.deepEqual(
    ofKind(records, 'account').map(({ fullName, email, profile }) => [
      fullName,
      email,
      profile['account_kind'],
    ]),
    [
      ['Ada Moreau', 'ada@acme.example', undefined],
      ['ci', null, 'service'],
    ],
  )
})

async function states(text: string): Promise<string[]> {
  return ofKind(await read('file', text), 'account').map(
    ({ fullName, email, state }) => `${fullName}, ${email}, ${state}`,
  )
}

function cognitoUser(name: string, enabled: boolean): object {
  return {
    Username: `u-${name}`,
    Attributes: [
      { Name: 'sub', Value: name },
      { Name: 'email', Value: `${name}@acme.example` },
      { Name: 'given_name', Value: 'Ada' },
      { Name: 'family_name', Value: 'Moreau' },
    ],
    Enabled: enabled,
    UserStatus: 'CONFIRMED',
  }
}

test('attributes in a list of names and values are read, as Cognito gives them', async () => {
  assert.deepEqual(
    await states(JSON.stringify({ Users: [cognitoUser('a', true), cognitoUser('b', false)] })),
    ['Ada Moreau, a@acme.example, active', 'Ada Moreau, b@acme.example, suspended'],
  )
})

test('values behind their types are read, as DynamoDB and ADP give them', async () => {
  const items = [{ id: { N: '1' }, name: { S: 'Ada Moreau' }, active: { BOOL: false } }]
  assert.deepEqual(await states(JSON.stringify({ Items: items })), [
    'Ada Moreau, null, deactivated',
  ])
  const workers = [
    {
      workerID: { idValue: 'W1' },
      person: { legalName: { givenName: 'Ada', familyName1: 'Moreau' } },
      workerStatus: { statusCode: { codeValue: 'Terminated' } },
    },
  ]
  assert.deepEqual(await states(JSON.stringify({ workers })), ['Ada Moreau, null, deactivated'])
})

test('states behind their types are read, as Dayforce and Paychex give them', async () => {
  const named = { EmployeeNumber: '1', FirstName: 'Ada', LastName: 'Moreau' }
  const short = { ShortName: 'Terminated', XRefCode: 'TERMINATED' }
  assert.deepEqual(
    await states(JSON.stringify({ Data: [{ ...named, EmploymentStatus: short }] })),
    ['Ada Moreau, null, deactivated'],
  )
  const worker = {
    employeeId: '1',
    name: { givenName: 'Ada', familyName: 'Moreau' },
    currentStatus: { workerStatusId: '7', statusType: 'TERMINATED', statusReason: 'RESIGNED' },
  }
  assert.deepEqual(await states(JSON.stringify({ content: [worker] })), [
    'Ada Moreau, null, deactivated',
  ])
})

test('flags of signing in and ends of validity say who is suspended and who has left', async () => {
  for (const [column, value, state] of [
    ['enable', '0', 'suspended'],
    ['activated', 'false', 'suspended'],
    ['activated', '2020-01-31', 'active'],
    ['prohibit_login', 'true', 'suspended'],
    ['banned', 'true', 'suspended'],
    ['Valid until', '2020-01-31', 'deactivated'],
  ] as const)
    assert.deepEqual(await states(`id,name,${column}\n1,Ada Moreau,${value}\n`), [
      `Ada Moreau, null, ${state}`,
    ])
})

test('a number under name is no name beside a name in full', async () => {
  const people = 'name,employee_name,email\nHR-EMP-1,Ada Moreau,ada@acme.example\n'
  assert.deepEqual(await states(people), ['Ada Moreau, ada@acme.example, active'])
})

test('who came back after the last day is there', async () => {
  for (const [column, day, state] of [
    ['Rehire Date', '2022-01-01', 'active'],
    ['Re-hired on', '01/02/2022', 'active'],
    ['Rehire Date', '2019-01-01', 'deactivated'],
    ['Rehire Date', '2999-01-01', 'deactivated'],
    ['Rehire Date', '', 'deactivated'],
    ['Rehire eligible until', '2022-01-01', 'deactivated'],
    ['Start Date', '2019-01-01', 'deactivated'],
    ['Start Date', '2022-01-01', 'active'],
  ] as const)
    assert.deepEqual(
      await states(`id,name,Termination Date,${column}\n1,Ada Moreau,2020-12-31,${day}\n`),
      [`Ada Moreau, null, ${state}`],
      `${column} ${day}`,
    )
})

function withLastDay(day: string): string {
  return `id,name,last day\n1,Ada Moreau,${day}\n`
}

test('a year of two figures may be of either century, and is asked about where that matters', async () => {
  const [row] = ofKind(await read('file', withLastDay('31/12/99')), 'bad')
  assert.match(row?.reason ?? '', /the last day is not a date as in 2026-12-31: "31\/12\/99"/)
  assert.deepEqual(await states(withLastDay('31-Jan-24')), ['Ada Moreau, null, deactivated'])
  assert.deepEqual(await states(withLastDay('31.12.69')), ['Ada Moreau, null, active'])
})

test('last days are read as spreadsheets and people write them', async () => {
  for (const day of [
    '31-Jan-24',
    '"January 31st, 2024"',
    '2024.01.31.',
    '31. 1. 2024',
    '31. Dezember 2023',
    '1er août 2023',
    '31 de diciembre de 2023',
    '31 декабря 2023',
    '5 listopada 2023',
  ])
    assert.deepEqual(await states(`id,name,last day\n1,Ada Moreau,${day}\n`), [
      'Ada Moreau, null, deactivated',
    ])
})

test('names of managers are found in objects and before links', async () => {
  const managers = [
    { attributes: { type: 'User' }, Name: 'Grace Hopper' },
    'Grace Hopper (https://www.notion.so/Grace-1a2b3c?pvs=21)',
  ]
  for (const Manager of managers) {
    const records = await read('file', JSON.stringify([{ id: '1', name: 'Ada Moreau', Manager }]))
    const [account] = ofKind(records, 'account')
    assert.equal(account?.profile['managerName'], 'Grace Hopper')
  }
})

test('objects of Python are refused with how to write JSON', async () => {
  const [row] = ofKind(await read('file', "[{'name': 'Ada', 'active': True}]"), 'bad')
  assert.match(remedyOf(row?.reason ?? '').text, /^JSON has double quotes.*json\.dumps/)
})

test('an address of work comes before another one, whatever it is called', async () => {
  for (const column of ['Enterprise Email', 'Business Email', 'biz_mail', '社用メールアドレス'])
    assert.deepEqual(
      await states(
        `id,name,email,${column}\n1,Ada Moreau,ada@home.example,ada@acme.example\n2,Li Wei,li@home.example,\n`,
      ),
      ['Ada Moreau, ada@acme.example, active', 'Li Wei, li@home.example, active'],
    )
  const person = { id: '1', name: 'Ada Moreau' }
  const emails = [
    { type: 'personal', email: 'ada@home.example' },
    { type: 'professional', email: 'ada@acme.example' },
  ]
  assert.deepEqual(await states(JSON.stringify([{ ...person, emails }])), [
    'Ada Moreau, ada@acme.example, active',
  ])
  const [home] = emails
  assert.deepEqual(await states(JSON.stringify([{ ...person, emails: [home] }])), [
    'Ada Moreau, null, active',
  ])
  for (const column of ['Company Email', 'Business Email Domain', 'Enterprise'])
    assert.deepEqual(
      await states(`id,name,email,${column}\n1,Ada Moreau,ada@acme.example,info@acme.example\n`),
      ['Ada Moreau, ada@acme.example, active'],
    )
})

test('what people write around names and addresses in Markdown is no part of them', async () => {
  const row = '| **Ada Moreau** | [ada@acme.example](mailto:ada@acme.example) |'
  assert.deepEqual(await states(`| Name | Email |\n|---|---|\n${row}\n`), [
    'Ada Moreau, null, active',
  ])
})

test('what somebody is known as, and the address of an office, do not replace what is their own', async () => {
  assert.deepEqual(
    await states('Full Name,Known As,Email\nAdelaide Moreau,Addy,ada@acme.example\n'),
    ['Adelaide Moreau, ada@acme.example, active'],
  )
  assert.deepEqual(
    await states('Name,Email,Office Email\nAda Moreau,ada@acme.example,paris@acme.example\n'),
    ['Ada Moreau, ada@acme.example, active'],
  )
})

test('who is a manager is said by yes or no, and who the manager is by no such value', async () => {
  const people = [true, 'Yes', 'no', 'Grace Hopper', 'Grace Hopper [G2]'].map((manager, at) => ({
    id: String(at),
    name: 'Ada Moreau',
    manager,
  }))
  assert.deepEqual(
    ofKind(await read('file', JSON.stringify(people)), 'account').map(({ profile }) => [
      profile['managerId'],
      profile['managerName'],
    ]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      ['Grace Hopper', 'Grace Hopper'],
      ['Grace Hopper [G2]', 'Grace Hopper'],
    ],
  )
})

function memberOfDropbox(tag: string): object {
  const name = { given_name: 'Ada', surname: 'Moreau' }
  return { profile: { email: `${tag}@acme.example`, name, status: { '.tag': tag } } }
}

test('a state that is a tag is read, as Dropbox gives it', async () => {
  const members = ['active', 'suspended', 'removed'].map(memberOfDropbox)
  assert.deepEqual(await states(JSON.stringify({ members })), [
    'Ada Moreau, active@acme.example, active',
    'Ada Moreau, suspended@acme.example, suspended',
    'Ada Moreau, removed@acme.example, deactivated',
  ])
})

test('accounts of queues, announcements and programs are of services', async () => {
  const rows = ['Type,Call Queue', 'Type,Announcement-Only', 'Access Mode,Non-interactive']
  for (const row of rows) {
    const [column, value] = row.split(',')
    const text = `id,name,${column}\n1,Support,${value}\n2,Ada Moreau,User\n`
    assert.deepEqual(
      ofKind(await read('file', text), 'account').map(({ profile }) => profile['account_kind']),
      ['service', undefined],
    )
  }
})

test('leaves that are called Baja end nothing', async () => {
  const table = ['Baja médica', 'Baja por maternidad', 'Baja voluntaria', 'Baja']
  assert.deepEqual(
    await states(
      ['id,name,Estado', ...table.map((word, at) => `${at},Ana Ruiz,${word}`)].join('\n'),
    ),
    ['active', 'active', 'deactivated', 'deactivated'].map((state) => `Ana Ruiz, null, ${state}`),
  )
})

test('what belongs before a last name is part of it', async () => {
  const table = [
    'Personeelsnummer;Roepnaam;Voorvoegsel;Achternaam',
    '1;Anna;van der;Berg',
    '2;Piet;;Jansen',
    '3;Jan;de;de Vries',
  ].join('\n')
  assert.deepEqual(await people(table), [
    '1: Anna / van der Berg / null / active',
    '2: Piet / Jansen / null / active',
    '3: Jan / de Vries / null / active',
  ])
})

test('an object about the account is no login, and one that is called a name is asked about', async () => {
  const person = { id: '1', email: 'ada@acme.example' }
  const records = await read(
    'file',
    JSON.stringify([
      { ...person, name: 'Ada Moreau', user: { isActive: true } },
      { ...person, id: '2', name: { nick: 'Ada' } },
    ]),
  )
  assert.deepEqual(
    ofKind(records, 'account').map(({ fullName, handle }) => [fullName, handle]),
    [['Ada Moreau', null]],
  )
  const [row] = ofKind(records, 'bad')
  assert.match(remedyOf(row?.reason ?? '').text, /^the value is an object: name the key inside/)
})

test('numbers of pupils and of employees are found in more languages', async () => {
  for (const column of ['社員ＩＤ', 'Arbeitnehmer-ID', '学籍番号', '学号'])
    assert.deepEqual(
      await people(`${column},Name,Email\n7,Ada Moreau,ada@acme.example\n`),
      ['7: Ada / Moreau / ada@acme.example / active'],
      column,
    )
})

test('a person has an id that is called so in other languages, in either order', async () => {
  for (const id of ['id_empleado', 'calisan_id', 'EmployeID', 'zamestnanec_id', 'funcionario_id'])
    assert.deepEqual(await people(`${id},First Name,Last Name\n7,Ada,Moreau\n`), [
      '7: Ada / Moreau / null / active',
    ])
  assert.deepEqual(await people('SİCİL NO;ADI;SOYADI\n7;Ada;Moreau\n'), [
    '7: Ada / Moreau / null / active',
  ])
})

test('somebody whose employment is regular is there', async () => {
  assert.deepEqual(await people('ID,Name,Status\n1,Ada Moreau,Regular\n2,Li Wei,Probationary\n'), [
    '1: Ada / Moreau / null / active',
    '2: Li / Wei / null / active',
  ])
})

test('numbers of members are ids, so that members without an address are taken', async () => {
  for (const column of ['Mitglieds-Nr.', "Numéro d'adhérent", 'Nº de socio', 'Lidnr', 'sourcedId'])
    assert.deepEqual(
      await people(`${column};Name;E-Mail\n7;Ada Moreau;ada@acme.example\n8;Li Wei;\n`),
      ['7: Ada / Moreau / ada@acme.example / active', '8: Li / Wei / null / active'],
      column,
    )
})

test('a shortened name of the column before a last name is understood', async () => {
  assert.deepEqual(await people('ID;Roepnaam;Tussenv.;Achternaam\n1;Anna;van der;Berg\n'), [
    '1: Anna / van der Berg / null / active',
  ])
})

test('a company in brackets behind a name is no part of it', async () => {
  for (const company of ['Huber GmbH', 'Huber & Co. KG', 'Huber Ltd.', 'Huber S.p.A.', 'Hu, Inc.'])
    assert.deepEqual(
      await people(`ID;Name, Vorname (Firma);E-Mail\n1;Moreau, Ada (${company});a@acme.example\n`),
      ['1: Ada / Moreau / a@acme.example / active'],
      company,
    )
})

test('an address that is called a name completes no other name', async () => {
  assert.deepEqual(
    await people('user_id,given_name,name,email\n1,Ada,ada@acme.example,ada@acme.example\n'),
    ['1: Ada /  / ada@acme.example / active'],
  )
})

test('a coloured sign in front of a state is no part of it', async () => {
  assert.deepEqual(
    await people('ID,Name,Status\n1,Ada Moreau,🟢 Active\n2,Li Wei,🔴 Left\n3,Bo Ek,⏳ Pending\n'),
    [
      '1: Ada / Moreau / null / active',
      '2: Li / Wei / null / deactivated',
      '3: Bo / Ek / null / suspended',
    ],
  )
  assert.deepEqual(await reasons('ID,Name,Status\n1,Ada Moreau,🔴\n'), [
    'state has an unknown value at Status: "🔴"',
  ])
})

test('states of schools, hospitals and invitations are understood', async () => {
  const states = [
    ['tobedeleted', 'deactivated'],
    ['Departed', 'deactivated'],
    ['Termed', 'deactivated'],
    ['PRN', 'active'],
    ['Invite sent', 'suspended'],
    ['cannot_delete_edit', 'active'],
  ] as const
  for (const [word, state] of states)
    assert.deepEqual(await people(`ID,Name,Status\n1,Ada Moreau,${word}\n`), [
      `1: Ada / Moreau / null / ${state}`,
    ])
})

async function kindsBy(column: string, value: string): Promise<unknown[]> {
  const records = await read('file', `ID,Name,${column}\n1,Ada Moreau,${value}\n`)
  return ofKind(records, 'account').map(({ profile }) => profile['account_kind'])
}

test('kinds of accounts are read from more columns, and a team is no person', async () => {
  assert.deepEqual(await kindsBy('Kind', 'Service'), ['service'])
  assert.deepEqual(await kindsBy('Kind', 'Human'), [undefined])
  assert.deepEqual(await kindsBy('Team role', 'guest'), ['guest'])
  assert.deepEqual(await kindsBy('Member or guest', 'Guest'), ['guest'])
  const records = await read('file', '[{"id": 1, "name": "Support", "type": "team"}]')
  assert.deepEqual(
    records.map(({ kind }) => kind),
    ['left_out'],
  )
})

test('people are found inside what each record calls its data or its content', async () => {
  const ada = { name: { first: 'Ada', last: 'Moreau' }, email: 'ada@acme.example' }
  assert.deepEqual(
    await people(JSON.stringify({ data: [{ data: { id: 'c1', ...ada }, uri: '/users/c1' }] })),
    ['c1: Ada / Moreau / ada@acme.example / active'],
  )
  const content = { realname: 'Ada Moreau', email: 'ada@acme.example' }
  assert.deepEqual(
    await people(JSON.stringify({ entry: [{ name: 'ada', id: 'u/ada', content }] })),
    ['u/ada: Ada / Moreau / ada@acme.example / active'],
  )
})
