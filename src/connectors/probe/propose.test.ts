import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { propose } from './propose.ts'
import { isOpen, type Answers } from './question.ts'
import { readWords } from './words.ts'

type Row = Readonly<Record<string, string>>

function table(header: string, ...lines: readonly string[]): Row[] {
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

/** The ids of the questions, with what is proposed. */
function asked(rows: readonly Row[], answers: Answers = {}): Record<string, string | null> {
  const { questions } = propose(rows, answers)
  return Object.fromEntries(questions.map(({ id, proposed }) => [id, proposed]))
}

const without = (row: Row, name: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name))

const people = table(
  'Employee ID,First Name,Last Name,Email,Department',
  '1,Ada,Moreau,ada@acme.example,Sales',
  '2,Bea,Lund,bea@acme.example,Sales',
  '3,Cy,Vance,cy@acme.example,Ops',
)

function withColumn(name: string, ...values: readonly string[]): Row[] {
  return people.map((row, at) => ({ ...row, [name]: values[at] ?? '' }))
}

test('usual names of columns need no question, and only what was decided is in the mapping', () => {
  const { mapping, questions } = propose(withColumn('Manager', '', '1', '1'), {})
  assert.deepEqual(questions, [])
  const { account } = mapping
  assert.deepEqual(
    [account.vendor_id, account.email, account.first_name, account.last_name],
    [['Employee ID'], ['Email'], ['First Name'], ['Last Name']],
  )
  assert.deepEqual(account.profile_extra, {
    department: ['Department'],
    employeeNumber: ['Employee ID'],
    managerId: ['Manager'],
  })
})

/** What a column is taken for, with managers' numbers as its values. */
const takenFor = (name: string) => {
  const { account } = propose(withColumn(name, '', '1', '1'), {}).mapping
  const keys = { ...account.profile_extra, last_day: account.state.ended_at ?? [] }
  return Object.entries(keys).flatMap(([key, paths]) => (paths.includes(name) ? [key] : []))
}

test('headers may be abbreviated, or have a suffix in parentheses that says how or in what', () => {
  assert.deepEqual(takenFor('Kostenst.'), ['costCenter'])
  for (const name of [
    'Vorgesetzte/r (Pers.-Nr.)',
    'Vorgesetzter (Nr.)',
    'Manager (ID)',
    'Manager (as of today)',
  ])
    assert.deepEqual(takenFor(name), ['managerId'], name)
  const bare = people.map((row) => without(row, 'Department'))
  const departments = bare.map((row) => Object.assign({ 'Abt.': 'Vertrieb' }, row))
  assert.deepEqual(propose(departments, {}).mapping.account.profile_extra['department'], ['Abt.'])
  const phones = withColumn('Tel.', '1-10', '1-11', '1-10')
  assert.deepEqual(asked(phones), { state: '(none)' }, 'a phone is no state')
})

test('a suffix in parentheses that says whose or which it is makes another column', () => {
  const rows = people.map((row) => without(row, 'Email'))
  const emailOf = (name: string) =>
    propose(
      rows.map((row, at) => Object.assign({}, row, { [name]: `p${at}@x.example` })),
      {},
    )
  assert.deepEqual(emailOf('E-Mail (Büro)').questions, [])
  for (const name of ['Email (private)', 'E-Mail (privat)', 'Email (Manager)']) {
    const { email } = emailOf(name).mapping.account
    assert.equal(emailOf(name).questions.length === 0 && email.length > 0, false, name)
  }
  const until = withColumn('End Date (Probation)', '2030-01-31', '', '2024-05-31')
  assert.deepEqual(propose(until, {}).mapping.account.state.ended_at, undefined)
})

test('the id is a column that is filled and different in every row, and never an address unasked', () => {
  const bare = people.map((row) => without(row, 'Employee ID'))
  assert.deepEqual(asked(bare), { id: null })
  assert.deepEqual(propose(bare, {}).mapping.account.vendor_id, [])
  assert.deepEqual(propose(bare, { id: 'Email' }).mapping.account.vendor_id, ['Email'])
  const own = bare.map((row, at) => Object.assign({ Ident: `x${at}` }, row))
  assert.deepEqual(asked(own), { id: 'Ident' })
  // A column that is called so tells nobody apart where people share its values.
  const shared = people.map((row) => ({ ...row, 'Employee ID': '7' }))
  assert.deepEqual(asked(shared), { id: null })
})

test('an answer that is none of the choices is no answer', () => {
  const bare = people.map((row) => without(row, 'Employee ID'))
  const { questions, mapping } = propose(bare, { id: 'constructor' })
  assert.deepEqual(
    questions.filter(isOpen).map(({ id }) => id),
    ['id'],
  )
  assert.deepEqual(mapping.account.vendor_id, [])
})

test('what each state means is asked, with what it usually means', () => {
  const rows = withColumn('Status', 'Active', 'Left', 'Seconded')
  assert.deepEqual(asked(rows), {
    'means: Status = Active': 'active',
    'means: Status = Left': 'deactivated',
    'means: Status = Seconded': null,
  })
  const [before] = propose(rows, {}).mapping.account.state.sources
  assert.deepEqual(before?.values, { active: 'active', left: 'deactivated' })
  const answers = { 'means: Status = Seconded': 'staged', 'means: Status = Active': 'suspended' }
  const { sources, new_values: fresh } = propose(rows, answers).mapping.account.state
  assert.deepEqual(sources[0]?.values, {
    active: 'suspended',
    left: 'deactivated',
    seconded: 'suspended',
  })
  assert.deepEqual(fresh, ['seconded'])
})

const said = (name: string) => asked(withColumn(name, 'yes', 'no', ''))

test('yes and no mean what their column is called', () => {
  assert.deepEqual(said('Active'), {
    'means: Active = yes': 'active',
    'means: Active = no': 'deactivated',
    'means: Active = (blank)': null,
  })
  assert.deepEqual(said('Terminated'), {
    'means: Terminated = yes': 'deactivated',
    'means: Terminated = no': 'active',
    'means: Terminated = (blank)': 'active',
  })
  assert.equal(said('Enabled')['means: Enabled = no'], 'suspended')
})

test('which column says who is here is asked where none is called so', () => {
  const rows = withColumn('Group', 'Terminated', 'Here', 'Here')
  assert.deepEqual(asked(rows)['state'], 'Group')
  const none = propose(rows, { state: '(none)' })
  assert.deepEqual(none.mapping.account.state.sources, [])
  const teams = withColumn('Team', 'Customer Success', 'Field Marketing', 'Customer Success')
  assert.deepEqual(asked(teams), { state: '(none)' })
})

test('where a column has a few short values that may be states, none is proposed', () => {
  assert.deepEqual(asked(withColumn('St.', 'A', 'X', 'A')), { state: null })
  assert.deepEqual(asked(withColumn('St.', 'x', '', 'x')), { state: null }, 'only leavers have one')
  assert.deepEqual(asked(withColumn('Site No', '4100', '4110', '4100')), { state: '(none)' })
  assert.deepEqual(asked(withColumn('Gender', 'f', 'm', 'f')), { state: '(none)' })
  // Contracts say who works here, and seldom who has left.
  const contracts = withColumn('Deal', 'permanent', 'temporary', 'permanent')
  assert.deepEqual(asked(contracts)['state'], 'Deal')
  const both = contracts.map((row, at) => Object.assign({}, row, { 'St.': at === 1 ? 'X' : 'A' }))
  assert.deepEqual(asked(both)['state'], null)
})

const leavers = (day: string) =>
  withColumn('St.', 'A', 'X', 'A').map((row, at) =>
    Object.assign({}, row, { [day]: at === 1 ? '' : '2024-05-31' }),
  )

test('a last day leaves the question of states as it is, since a leaver may have none', () => {
  assert.deepEqual(asked(leavers('Last Day')), { state: null })
  const days = { 'day: Until': 'last_day' }
  assert.deepEqual(asked(leavers('Until'), days), { 'day: Until': null, state: null })
  const answers = { state: 'St.', 'means: St. = X': 'deactivated', 'means: St. = A': 'active' }
  const { state } = propose(leavers('Until'), { ...answers, ...days }).mapping.account
  assert.deepEqual(state.ended_at, ['Until'])
  assert.deepEqual(state.sources, [{ path: 'St.', values: { a: 'active', x: 'deactivated' } }])
  const [question] = propose(leavers('Last Day'), {}).questions
  assert.deepEqual(
    question?.choices.map(({ label }) => label),
    ['None: the last day says it', 'St.'],
  )
})

test('a column of dates whose name says nothing is asked about, and times are no days', () => {
  const rows = withColumn('Until', '2030-01-31', '', '2024-05-31')
  assert.deepEqual(asked(rows), { 'day: Until': null })
  const { state } = propose(rows, { 'day: Until': 'last_day' }).mapping.account
  assert.deepEqual(state.ended_at, ['Until'])
  assert.deepEqual(asked(withColumn('Seen', '2024-05-31 10:22', '2024-05-30 08:01')), {})
  assert.deepEqual(asked(withColumn('Date of Birth', '1990-05-31', '1991-01-02')), {})
})

test('a column that is called the last day is read where most rows have one, and asked about where few have', () => {
  const endedAt = (...values: readonly string[]) =>
    propose(withColumn('Last Day', ...values), {}).mapping.account.state.ended_at
  assert.deepEqual(endedAt('2026-03-01', 'see file', '2026-03-02-08:00'), ['Last Day'])
  assert.deepEqual(endedAt('46082', '46083'), ['Last Day'], 'days of a spreadsheet')
  const few = ['see file', 'tbc', '2026-03-01']
  assert.deepEqual(asked(withColumn('Last Day', ...few)), { 'day: Last Day': null })
  assert.deepEqual(asked(withColumn('Last Day', 'red', 'blue', 'green')), {})
  const sources = (...values: readonly string[]) =>
    propose(withColumn('Deleted At', ...values), {}).mapping.account.state.sources
  assert.equal(sources('2026-03-01', '', '').length, 1)
  assert.equal(sources('2026-03-01', 'unknown', '2026-03-02').length, 1)
})

const dates = (...values: string[]) => withColumn('End Date', ...values)

const orderOf = (rows: readonly Row[], answers: Answers = {}) =>
  propose(rows, answers).mapping.account.state.date_order

test('the order of dates is asked where no date shows it', () => {
  assert.deepEqual(asked(dates('03/04/2026', '')), { 'date order': null })
  assert.equal(orderOf(dates('03/04/2026'), { 'date order': 'month_first' }), 'month_first')
  assert.equal(orderOf(dates('03/04/2026', '30/04/2026')), 'day_first')
  assert.equal(orderOf(dates('03/04/2026', '04/30/2026')), 'month_first')
  assert.equal(orderOf(dates('2026-04-03')), undefined)
})

test('a preferred name beside a legal one is asked about', () => {
  const rows = withColumn('Preferred First Name', 'Addie', '', '')
  assert.deepEqual(asked(rows), { names: 'preferred' })
  const names = (answers: Answers) => propose(rows, answers).mapping.account.first_name
  assert.deepEqual(names({}), ['Preferred First Name', 'First Name'])
  assert.deepEqual(names({ names: 'legal' }), ['First Name'])
})

test('what a remark behind names means is asked', () => {
  const remarks = ['', ' (left 03/2024)', ' (Ops)']
  const rows = people.map((row, at) =>
    Object.assign({}, row, { 'Last Name': `${row['Last Name'] ?? ''}${remarks[at] ?? ''}` }),
  )
  assert.deepEqual(asked(rows), { 'remark: left': 'deactivated', 'remark: ops': 'nothing' })
  assert.deepEqual(propose(rows, {}).mapping.account.state.in_names, { left: 'deactivated' })
})

test('whether rows are people is asked where nothing shows it', () => {
  const rows = table('id,name,members', '1,Devs,ada', '2,Ops,bea', '3,Sales,cy')
  assert.equal(asked(rows)['rows'], null)
  assert.throws(() => propose(rows, { rows: 'others' }), /lists no people/)
})

test('a question has counts and three examples, and none of a column of secrets', () => {
  const rows = withColumn('Password', 'S3same', 'S4same', 'S5same').map((row) =>
    without(row, 'Employee ID'),
  )
  const [question] = propose(rows, {}).questions
  assert.deepEqual(
    question?.choices.map(({ value, rows: count, examples }) => [value, count, examples.length]),
    [
      ['First Name', 3, 3],
      ['Last Name', 3, 3],
      ['Email', 3, 3],
    ],
  )
})

test('the usual words are checked by their schema', async () => {
  const text = await readFile(new URL('words.yaml', import.meta.url), 'utf8')
  assert.ok(readWords(text)['en'])
  assert.throws(() => readWords('en: {emial: [mail]}'), /words\.yaml: \/en/)
  assert.throws(() => readWords('en: {email: [1]}'), /words\.yaml: \/en\/email\/0/)
})

const withStatus = (statusOf: (at: number) => string) =>
  Array.from({ length: 60 }, (_, at) => ({
    'Employee ID': String(at),
    'First Name': `Ada ${at}`,
    'Last Name': `Moreau ${at}`,
    Status: statusOf(at),
  }))

test('a column of states is asked about however many values it has, by the most frequent ones', () => {
  const rows = withStatus((at) =>
    at < 20 ? 'Active' : at < 30 ? 'Terminated' : `Left on request ${at}`,
  )
  const means = Object.keys(asked(rows))
  assert.deepEqual(
    [means.length, means[0], means[1]],
    [25, 'means: Status = Active', 'means: Status = Terminated'],
  )
  const { sources } = propose(rows, {}).mapping.account.state
  assert.deepEqual(sources, [
    { path: 'Status', values: { active: 'active', terminated: 'deactivated' } },
  ])
  // Values of which none is usual may be of something else.
  assert.deepEqual(asked(withStatus((at) => `Reason ${at}`)), { state: null })
})

test('of many remarks behind names, those that usually say who has left are asked about', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    'Employee ID': String(at),
    Name: `Ada Moreau (${at < 2 ? 'left' : `at ${String.fromCodePoint(97 + at)}x`})`,
  }))
  assert.deepEqual(asked(rows), { 'remark: left': 'deactivated' })
  assert.deepEqual(propose(rows, {}).mapping.account.state.in_names, { left: 'deactivated' })
})
