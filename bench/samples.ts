import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { cliActor } from '../src/cli/local/direct.ts'
import { printText } from '../src/cli/output/output.ts'
import { table } from '../src/cli/output/table-text.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import type { ImportOutcome } from '../src/connectors/import/outcome.ts'
import type { Shape } from '../src/connectors/file/shape.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/embedded/open.ts'
import {
  interpretExport,
  settingsOf,
  type Interpretation,
} from '../src/connectors/probe/interpret-export.ts'
import { isOpen, type Answers, type Question } from '../src/connectors/probe/question.ts'
import { UnreadableExport } from '../src/connectors/file/unreadable-export.ts'
import { readRefusals } from './samples/read-refusals.ts'

/** Answers to the questions about files, by their names. */
type AnswersOfFiles = Readonly<Record<string, Answers>>

/** Says of each file of a folder whether it is known, asked about or refused, and what an empty Muster makes of it. */
async function importSamples(folder: string, options: { answers?: string }): Promise<void> {
  const answers = await readAnswers(options.answers)
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile()).toSorted(byName))
    printText(`${name}\n${table(await importSample(join(folder, name), answers[name] ?? {}))}\n`)
}

async function readAnswers(path: string | undefined): Promise<AnswersOfFiles> {
  if (path === undefined) return {}
  const given: unknown = parse(await readFile(path, 'utf8'))
  if (Value.Check(AnswersFile, given)) return given
  throw new Error(`${path} must have answers by the ids of questions, for each name of a file.`)
}

const AnswersFile = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1
}

async function importSample(path: string, answers: Answers): Promise<string[][]> {
  const read = await interpretExport({ open: () => ({ path }), most: 10_000, answers }).catch(
    (error: unknown) => {
      if (error instanceof UnreadableExport) return error
      throw error
    },
  )
  if (read instanceof UnreadableExport) return [['refused', read.message]]
  const asked = read.questions.map(describeQuestion)
  if (read.questions.some(isOpen)) return [['asked', 'and not answered yet'], ...asked]
  const directory = join(tmpdir(), `muster-samples-${randomUUID()}`)
  const opened = await openDatabase({
    dataDirectory: join(directory, 'data'),
    whenInUse: 'refuse',
  })
  try {
    const became = await importInto(opened.database, { path, read, directory })
    return [
      [read.product.name === 'file' ? 'asked' : 'known', read.product.label],
      ...asked,
      ...became,
    ]
  } finally {
    await opened.close()
    await rm(directory, { recursive: true, force: true })
  }
}

function describeQuestion({ id, answer, proposed }: Question): string[] {
  const how = answer === null ? (proposed === null ? 'open' : 'proposed') : 'answered'
  return [how, `${id}${how === 'open' ? '' : `: ${answer ?? proposed}`}`]
}

type Sample = { path: string; read: Interpretation; directory: string }

async function importInto(database: Database, sample: Sample): Promise<string[][]> {
  const { path, read, directory } = sample
  const { vendor, type } = read.product
  const { mapping, ...keys } = settingsOf(read)
  const connected = { vendor, type, mapping, keys, handle: 'sample', isPrimary: true }
  await connectVendor(database, cliActor, connected)
  const reportPath = join(directory, 'rejected.jsonl')
  const outcome = await importExport(database, {
    path,
    integrationHandle: 'sample',
    isComplete: false,
    actor: cliActor,
    reportPath,
  })
  for (const shape of new Set(read.leftOut.flatMap((each) => each.shape ?? [])))
    await importFurther(database, { path, shape }, outcome)
  const refusals = await readRefusals(reportPath)
  if (outcome.refused !== undefined) return [['refused', outcome.refused], ...refusals]
  if (outcome.rowsRead === 0)
    return [['refused', 'it lists nobody: it is empty, or has only a header line']]
  const { groups, memberships } = outcome
  return [
    ['read as', outcome.shape ?? 'no known kind'],
    [
      'rows',
      `${outcome.rowsRead}, of which ${outcome.rowsBad} refused, ${read.counts.left_out} left out`,
    ],
    ['people', await describePeople(database)],
    ...describeKinds(read),
    [
      'groups',
      `${groups.created}, with ${memberships.added} memberships, ${memberships.unknown} of people or groups that are not known`,
    ],
    ...refusals,
    ...read.leftOut.map(({ reason, rows, line }) => [
      'left out',
      `${rows} rows, first ${line}: ${reason}`,
    ]),
  ]
}

/** What the file lists besides, as its command says: the counts are added. */
async function importFurther(
  database: Database,
  { path, shape }: { path: string; shape: Shape },
  { groups, memberships }: ImportOutcome,
): Promise<void> {
  const more = await importExport(database, {
    path,
    shape,
    integrationHandle: 'sample',
    isComplete: false,
    actor: cliActor,
    reportPath: null,
  })
  groups.created += more.groups.created
  memberships.added += more.memberships.added
  memberships.unknown += more.memberships.unknown
}

function describeKinds({ counts, managers, encoding }: Interpretation): string[][] {
  const kinds = (
    ['active', 'suspended', 'deactivated', 'bots', 'guests', 'service_accounts'] as const
  )
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name.replaceAll('_', ' ')}`)
  return [
    ...(kinds.length === 0 ? [] : [['accounts', kinds.join(', ')]]),
    ...(managers.named === 0 ? [] : [['managers', `${managers.found} of ${managers.named} found`]]),
    ...(encoding.isAssumed ? [['encoding', `${encoding.encoding}, assumed`]] : []),
  ]
}

async function describePeople(database: Database): Promise<string> {
  return database.transaction(async ({ tx }) => {
    const { rows } = await sql<Record<'people' | 'nameless' | 'unaddressed', number>>`
      select count(*)::int as people,
        count(*) filter (where coalesce(first_name, '') = '' and coalesce(last_name, '') = '')::int as nameless,
        count(*) filter (where email is null)::int as unaddressed
      from directory_user`.execute(tx)
    const { people = 0, nameless = 0, unaddressed = 0 } = rows[0] ?? {}
    return `${people}, of which ${nameless} have no name and ${unaddressed} no address`
  })
}

if (import.meta.main) {
  await new Command('samples')
    .description(
      'say of each file of a folder whether it is known, asked about or refused, and import it into an empty Muster',
    )
    .argument('<folder>')
    .option('--answers <file>', 'answers by the ids of questions, for each name of a file, as YAML')
    .action(importSamples)
    .parseAsync()
}
