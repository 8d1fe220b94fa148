import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { read } from '../../../test/read-export-text.ts'

const lines = (record: unknown) => `${JSON.stringify(record)}\n`
const person = { id: '1', email: 'ada@acme.example' }
const table = (column: string) => `id,name,email,${column}\n1,Ada Moreau,ada@acme.example,x\n`

const hostile: Readonly<Record<string, (fill: (piece: string) => string) => string>> = {
  'blanks behind a record': (fill) => `${lines(person).trim()}${fill(' ')}x\n`,
  'blanks in a name': (fill) => lines({ ...person, name: `Ada${fill(' ')}Moreau` }),
  'other blanks in a name': (fill) => lines({ ...person, name: `Ada${fill('\u2003')}Moreau` }),
  'one long word in a name': (fill) => lines({ ...person, name: `Ada ${fill('a')} - Sales` }),
  'signs of addresses in a name': (fill) =>
    lines({ ...person, first_name: 'Ada', name: `${fill('@')} x` }),
  'lines in a name': (fill) => lines({ ...person, name: `Ada ${fill(',\u2028')}Moreau` }),
  'remarks in a name': (fill) => lines({ ...person, name: `Ada ${fill(' (left (ex ')}` }),
  'blanks in an address': (fill) => lines({ id: '1', email: `${fill(' ')}ada` }),
  'a name before an address': (fill) => lines({ id: '1', email: `Ada${fill(' ')}<ada` }),
  'the name of a manager': (fill) => lines({ ...person, name: 'Ada', manager: `Li ${fill('a')}#` }),
  'blanks in the name of a manager': (fill) =>
    lines({ ...person, name: 'Ada', manager: `Li${fill('\u2003')}Wei` }),
  'brackets in a column': (fill) => table(fill('[')),
  'other brackets in a column': (fill) => table(fill('(')),
  'brackets that close in a column': (fill) => table(fill('[a]')),
  'blanks in a column': (fill) => table(`Status${fill(' ')}x`),
  'wrappers in a column': (fill) => table(`${fill('person.')}x`),
  'a column with lists': (fill) => table(`${fill('a.items[0].')}x`),
  'a day': (fill) => lines({ ...person, name: 'Ada', end_date: `${fill('1')}x` }),
  'a state': (fill) => lines({ ...person, name: 'Ada', status: `${fill(' ')}x` }),
  'a remark': (fill) => lines({ ...person, name: 'Ada', notes: `left ${fill(' in ')}` }),
}

const entry = (dn: string, ...attributes: string[]) =>
  [`dn: ${dn}`, ...attributes].map((line) => `${line}\n`).join('')

/** By a number of pieces, which differ: the extension of the file, and its text. */
const numbered: Readonly<
  Record<string, readonly ['json' | 'jsonl' | 'csv' | 'ldif', (each: Each) => string]>
> = {
  'many values of an attribute': [
    'ldif',
    (each) => entry('cn=ada', ...each((at) => `member: ${at}`)),
  ],
  'many attributes': ['ldif', (each) => entry('cn=ada', ...each((at) => `a${at}: x`))],
  'many options of an attribute': [
    'ldif',
    (each) => entry('cn=ada', `a${each(() => ';b').join('')}: x`),
  ],
  'many objects in a record': ['json', (each) => `{${each((at) => `"a${at}":{}`).join(',')}}`],
  'many objects in an object': [
    'json',
    (each) => `{"d":{"e":{${each((at) => `"a${at}":{"b":{}}`).join(',')}}}}`,
  ],
  'many records by their keys': [
    'json',
    (each) => `{"users":{${each((at) => `"a${at}":{"x${at}":"1","y":"2"}`).join(',')}}}`,
  ],
  'many lists in a record': ['json', (each) => `{${each((at) => `"a${at}":[{}]`).join(',')}}`],
  'many pages': ['json', (each) => each((at) => `{"total":${at},"users":[]}`).join('')],
  'many records in a list with a long key': [
    'json',
    (each) =>
      `{"d":{"users":[{"id":"1","name":"Ada"}],"${each(() => 'key').join('')}users":[${each(() => '{}').join(',')}]}}`,
  ],
  'many escaped cells in a line': [
    'csv',
    (each) => table('x') + each((at) => `'${at.toString(36)}`).join(','),
  ],
  'many cells in a header': ['csv', (each) => each((at) => `c${at}`).join(',')],
  'the same cells in a header': ['csv', (each) => each(() => 'c').join(',')],
  'a new key in each record': [
    'jsonl',
    (each) => each((at) => lines({ ...person, [`k${at}`]: 'x' })).join(''),
  ],
  'a new spelling of a key in each record': [
    'jsonl',
    (each) =>
      each((at) =>
        lines({ ...person, [`e${'-'.repeat(at % 90)}mail${'_'.repeat(at / 90)}`]: 'x' }),
      ).join(''),
  ],
  'many quotes that are not closed': ['csv', (each) => table('x') + each(() => '"\n').join('')],
  'a quote in each cell': ['csv', (each) => table('x') + each(() => 'a"b').join(',')],
}

type Each = (piece: (at: number) => string) => string[]

for (const [what, textOf] of Object.entries(hostile)) {
  test(`a file with ${what} is read in time that grows with its length`, () =>
    assertGrowsLinearly(16 * 1024, (size) => {
      const text = textOf((piece) => piece.repeat(size / piece.length))
      return read('file', text, { name: text[0] === '{' ? 'a.jsonl' : 'a.csv', chunk: 64 * 1024 })
    }))
}

for (const [what, [extension, textOf]] of Object.entries(numbered)) {
  test(`a file with ${what} is read in time that grows with its length`, () =>
    assertGrowsLinearly(6000, (size) => {
      const text = textOf((piece) => Array.from({ length: size }, (_, at) => piece(at)))
      return read('file', text, { name: `a.${extension}`, chunk: 64 * 1024 })
    }))
}
