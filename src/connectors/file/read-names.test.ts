import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, plainTable, read } from '../../../test/read-export-text.ts'

async function cut(names: readonly string[], column = 'name'): Promise<string[]> {
  const lines = names.map((name, at) => `${at};${name};p${at}@acme.example`)
  const text = [`id;${column};email`, ...lines].join('\n')
  const records = await read('file', text, column === 'name' ? { mapping: plainTable } : {})
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

test('a remark in brackets behind a name is left out', async () => {
  assert.deepEqual(await cut(['Ada Moreau (Paris Office)', 'Jenkins (service account)']), [
    'Ada / Moreau',
    'Jenkins / ',
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
