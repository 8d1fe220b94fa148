import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from './read-for-tests.ts'

async function cut(names: readonly string[], column = 'name'): Promise<string[]> {
  const lines = names.map((name, at) => `${at};${name};p${at}@acme.example`)
  const records = await read('file', [`id;${column};email`, ...lines].join('\n'))
  return ofKind(records, 'account').map(({ firstName, lastName }) => `${firstName} / ${lastName}`)
}

test('two capitals are initials, and not a last name', async () => {
  assert.deepEqual(
    await cut(['JD Vance', 'AJ Smith', 'MJ Watson', 'CI Bot', 'J.D. Vance', 'JD De la Cruz']),
    ['JD / Vance', 'AJ / Smith', 'MJ / Watson', 'CI / Bot', 'J.D. / Vance', 'JD / De la Cruz'],
  )
})

test('capitals before the names of bots and teams are not a last name', async () => {
  assert.deepEqual(await cut(['API Bot', 'SRE Team', 'CRM Service Account']), [
    'API / Bot',
    'SRE / Team',
    'CRM Service / Account',
  ])
})

test('a last name in capitals comes first', async () => {
  assert.deepEqual(
    await cut(['MOREAU Ada', 'LE GOFF Anna', 'VAN DER BERG Jan Piet', "D'ARC Jo", 'LEE Ann']),
    ['Ada / MOREAU', 'Anna / LE GOFF', 'Jan Piet / VAN DER BERG', "Jo / D'ARC", 'Ann / LEE'],
  )
})

test('particles belong to the last name, and so do all of its words in capitals', async () => {
  assert.deepEqual(
    await cut([
      'Ludwig van Beethoven',
      'Maria de la Cruz',
      'JOÃO DA SILVA',
      'Jan Van Der Berg',
      'Nguyen Van An',
      'De Luca',
      'Ada DE SMET',
    ]),
    [
      'Ludwig / van Beethoven',
      'Maria / de la Cruz',
      'JOÃO / DA SILVA',
      'Jan / Van Der Berg',
      'Nguyen Van / An',
      'De / Luca',
      'Ada / DE SMET',
    ],
  )
})

test('a remark in brackets is not cut', async () => {
  assert.deepEqual(await cut(['Ada Moreau (Paris Office)', 'Jenkins (service account)']), [
    'Ada / Moreau (Paris Office)',
    'Jenkins (service account) / ',
  ])
})

test('the column says where the family name is, and may have two of them', async () => {
  assert.deepEqual(await cut(['García Pérez José Luis', 'Núñez Ana'], 'Apellidos y nombre'), [
    'José Luis / García Pérez',
    'Ana / Núñez',
  ])
  assert.deepEqual(await cut(['Le Goff Anne', 'N DIAYE Awa', 'Dupont Élodie'], 'Nom Prénom'), [
    'Anne / Le Goff',
    'Awa / N DIAYE',
    'Élodie / Dupont',
  ])
  assert.deepEqual(await cut(['Vries, Fleur de', 'Berg, Jan van der']), [
    'Fleur / de Vries',
    'Jan / van der Berg',
  ])
})

test('a dash between the parts of a first name begins no remark', async () => {
  assert.deepEqual(
    await cut(['Jean - Paul Sartre', 'Anna – Lena Roth', 'Ada Moreau - Sales', 'Ada | Sales']),
    ['Jean - Paul / Sartre', 'Anna – Lena / Roth', 'Ada / Moreau - Sales', 'Ada | Sales / '],
  )
})

async function people(text: string): Promise<string[]> {
  const records = ofKind(await read('file', text), 'account')
  return records.map(({ firstName, lastName, state }) => `${firstName} / ${lastName} / ${state}`)
}

test('a mark behind a name says in several languages who has left, and a former name does not', async () => {
  const names = [
    '"Ko, Cy (ehemalig)"',
    'Cy Ko (ehemalige Mitarbeiterin)',
    'Cy Ko (ex-employee)',
    'Cy Ko [LEFT]',
    'Cy Ko (uit dienst)',
  ]
  const rows = names.map((name, at) => `${at},${name}`)
  assert.deepEqual(
    await people(['Employee ID,Name', ...rows].join('\n')),
    names.map(() => 'Cy / Ko / deactivated'),
  )
  assert.deepEqual(await people('Employee ID,First name,Last name\n1,Cy,Ko (former)\n'), [
    'Cy / Ko / deactivated',
  ])
  assert.deepEqual(await people('Employee ID,Name\n1,Cy Ko (gesperrt)\n2,Cy Ko (ex Meier)\n'), [
    'Cy / Ko / suspended',
    'Cy / Ko (ex Meier) / active',
  ])
})

test('a mark in front of a name or behind a dash says it too, and any other word behind a dash is a remark', async () => {
  const names = ['Cy Ko - left', 'Cy Ko – Leaver', '(left) Cy Ko', 'LEAVER Cy Ko', 'Cy Ko - ex']
  const rows = names.map((name, at) => `${at},${name}`)
  assert.deepEqual(
    await people(['Employee ID,Name', ...rows].join('\n')),
    names.map(() => 'Cy / Ko / deactivated'),
  )
  assert.deepEqual(
    await people(
      'ID,Name\n1,DISABLED Cy Ko\n2,Cy Ko - Contractor\n3,Cy Ko - Sales\n4,Xavier Le-Left\n',
    ),
    [
      'Cy / Ko / suspended',
      'Cy / Ko / active',
      'Cy / Ko - Sales / active',
      'Xavier / Le-Left / active',
    ],
  )
  assert.deepEqual(await people('ID,First name,Last name\n1,LEAVER - Cy,Ko\n2,Cy,Ko - left\n'), [
    'Cy / Ko / deactivated',
    'Cy / Ko / deactivated',
  ])
})

test('a mark that may say that somebody has left is asked about where no column tells', async () => {
  const names = [
    'zz_Cy Ko',
    'x_Cy Ko',
    'ZZ Cy Ko',
    'Cy Ko (old)',
    'DO NOT USE - Cy Ko',
    '_OLD_Cy Ko',
    '~~Cy Ko~~',
    'xx Cy Ko',
    '† Cy Ko',
    'Cy Ko †',
  ]
  const rows = names.map((name, at) => `${at},${name}`)
  const records = await read('file', ['ID,Name', ...rows].join('\n'))
  assert.deepEqual(
    ofKind(records, 'bad').map(({ reason }) => reason),
    ['zz_', 'x_', 'ZZ', '(old)', 'DO NOT USE -', '_OLD_', '~~', 'xx', '†', '†'].map(
      (mark) => `the only sign of a state is a mark in the name: "${mark}"`,
    ),
  )
  assert.deepEqual(await people('ID,Name,Status\n1,zz_Cy Ko,Active\n2,zz_Bo Li,Left\n'), [
    'zz_Cy / Ko / active',
    'zz_Bo / Li / deactivated',
  ])
  assert.deepEqual(await people('ID,Name\n1,Xxavier Ko\n2,Cy Xx\n'), [
    'Xxavier / Ko / active',
    'Cy / Xx / active',
  ])
  assert.deepEqual(await people('ID,Name\n1,Z Brown\n2,Zara Zz\n3,X. Li\n4,Old Field\n'), [
    'Z / Brown / active',
    'Zara / Zz / active',
    'X. / Li / active',
    'Old / Field / active',
  ])
})

test('a garbled name is refused, and one with marks of web pages is read', async () => {
  const records = await read('file', 'ID,Name\n1,ZoÃ« King\n2,JosÃ© Ruiz\n')
  assert.deepEqual(
    ofKind(records, 'bad').map(({ reason }) => reason),
    ['ZoÃ« King', 'JosÃ© Ruiz'].map((name) => `full_name is garbled: "${name}"`),
  )
  assert.deepEqual(
    await people(
      'ID,Name\n1,Sean O&#39;Neil\n2,JOÃO SÃO\n3,Ana &amp; Co\n4,Â Ko\n5,Jo&#xe3;o Sá\n6,Ren&eacute;e Li\n',
    ),
    [
      "Sean / O'Neil / active",
      'JOÃO / SÃO / active',
      'Ana & / Co / active',
      'Â / Ko / active',
      'João / Sá / active',
      'Renée / Li / active',
    ],
  )
})

test('words of names that only look like a mark are none', async () => {
  const names = [
    'Alt-Müller Hans',
    'Old-Smith Jo',
    'Ada Moreau - former 1st officer',
    'Ada Moreau-Alt',
  ]
  const rows = names.map((name, at) => `${at},${name}`)
  const records = ofKind(await read('file', ['ID,Name', ...rows].join('\n')), 'account')
  assert.deepEqual(
    records.map(({ fullName, state }) => `${fullName}, ${state}`),
    names.map((name) => `${name}, active`),
  )
  assert.deepEqual(await people('ID,Name\n1,BLOCKED Chain\n'), ['Chain / BLOCKED / active'])
})

test('behind former and left only a date may follow', async () => {
  const remarks = ['- left 03/2024', '- left in 2024', '- former 31.01.2024', '- left March 2024']
  const rows = remarks.map((remark, at) => `${at},"Cy Ko ${remark}"`)
  assert.deepEqual(
    await people(['ID,Name', ...rows].join('\n')),
    remarks.map(() => 'Cy / Ko / deactivated'),
  )
})

test('a second last name in a column of its own belongs to the last name', async () => {
  const table = [
    'ID;Primer apellido;Segundo apellido;Nombre',
    '1;García;López;Ana',
    '2;Pérez;;Luis',
    '3;García López;López;Eva',
    '4;García López;Lopez;Mar',
    '5;GARCÍA LÓPEZ;López;Sol',
  ]
  assert.deepEqual(await people(table.join('\n')), [
    'Ana / García López / active',
    'Luis / Pérez / active',
    'Eva / García López / active',
    'Mar / García López / active',
    'Sol / GARCÍA LÓPEZ / active',
  ])
})

test('what stands behind a last name is no last name of its own', async () => {
  assert.deepEqual(
    await cut([
      'Sammy Davis Jr.',
      'João dos Santos Filho',
      'Hans Müller M.Sc.',
      'King, Jr., Martin Luther',
      'Moreau, Ada, PhD',
      '"Moreau; Ada"',
      'Anna Schmidt geb. Huber',
      'Ada Moreau (she/her)',
      'Ada Moreau <ada@acme.example>',
      'Yo-Yo Ma',
      'Watchman Nee',
      'Ada Neto',
      'Carla Junior',
      'Jean Pierre Mba',
      'JEAN PIERRE MBA',
      'Ada B. Moreau MBA',
      'Naoko Sato Ii',
      'Smith, Dr, Ann',
    ]),
    [
      'Sammy / Davis Jr.',
      'João / dos Santos Filho',
      'Hans / Müller M.Sc.',
      'Martin Luther / King Jr.',
      'Ada / Moreau, PhD',
      'Ada / Moreau',
      'Anna / Schmidt',
      'Ada / Moreau',
      'Ada / Moreau',
      'Yo-Yo / Ma',
      'Watchman / Nee',
      'Ada / Neto',
      'Carla / Junior',
      'Jean Pierre / Mba',
      'JEAN PIERRE / MBA',
      'Ada B. / Moreau MBA',
      'Naoko Sato / Ii',
      'Dr Ann / Smith',
    ],
  )
})

test('a title in front of a family name is none', async () => {
  assert.deepEqual(
    await cut(['Dr. Nagy Anna', 'ifj. Kovács Béla', 'Tóthné Kiss Éva', 'Ing Anna'], 'Név'),
    ['Dr. Anna / Nagy', 'ifj. Béla / Kovács', 'Éva / Tóthné Kiss', 'Anna / Ing'],
  )
  assert.deepEqual(await cut(['Dr. Müller Eva', 'Mag. Huber Jo'], 'Nachname Vorname'), [
    'Dr. Eva / Müller',
    'Mag. Jo / Huber',
  ])
})

test('the name that is used comes before the name at birth', async () => {
  const rows = [
    'Matricule;Nom de naissance;Nom usage;Prénom',
    '1;MARTIN;PETIT;Julie',
    '2;BERNARD;;Luc',
  ]
  assert.deepEqual(
    ofKind(await read('file', rows.join('\n')), 'account').map(({ fullName }) => fullName),
    ['Julie PETIT', 'Luc BERNARD'],
  )
})
