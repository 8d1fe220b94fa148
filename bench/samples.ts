import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { cliActor } from '../src/cli/local/direct.ts'
import { printText } from '../src/cli/output/output.ts'
import { table } from '../src/cli/output/table-text.ts'
import { describeImport } from '../src/cli/sources/describe-import.ts'
import { UnreadableExport } from '../src/connectors/file/unreadable-export.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import {
  interpretExport,
  settingsOf,
  type Interpretation,
} from '../src/connectors/probe/interpret-export.ts'
import { isOpen, type Answers, type Question } from '../src/connectors/probe/question.ts'
import { onEmptyMuster } from './empty-muster.ts'

/** Answers to the questions about files, by their names. */
type AnswersOfFiles = Readonly<Record<string, Answers>>

/** Says of each file of a folder whether it is known, asked about or refused, and what an empty Muster makes of it. */
async function importSamples(folder: string, options: { answers?: string }): Promise<void> {
  const answers = await readAnswers(options.answers)
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile()).toSorted(byName))
    printText(`${name}\n${await importSample(join(folder, name), answers[name] ?? {})}\n`)
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

async function importSample(path: string, answers: Answers): Promise<string> {
  const read = await interpretExport({ source: { path }, most: 10_000, answers }).catch(
    (error: unknown) => {
      if (error instanceof UnreadableExport) return error
      throw error
    },
  )
  if (read instanceof UnreadableExport) return table([['refused', read.message]])
  const asked = read.questions.map(describeQuestion)
  if (read.questions.some(isOpen)) return table([['asked', 'and not answered yet'], ...asked])
  const { counts, product, shape, managers, encoding } = read
  const how = product.name === 'file' ? 'asked' : 'known'
  const facts = [
    [how, product.label],
    ...asked,
    ['read as', shape ?? 'no known kind'],
    [
      'without',
      `${counts.without_name} without a name, ${counts.without_email} without an address`,
    ],
    ...(managers.named === 0 ? [] : [['managers', `${managers.found} of ${managers.named} found`]]),
    ...(encoding.isAssumed ? [['encoding', `${encoding.encoding}, assumed`]] : []),
  ]
  return [table(facts), ...(await importAll(path, read))].join('\n')
}

function describeQuestion({ id, answer, proposed }: Question): string[] {
  const how = answer === null ? (proposed === null ? 'open' : 'proposed') : 'answered'
  return [how, `${id}${how === 'open' ? '' : `: ${answer ?? proposed}`}`]
}

/** What an empty Muster makes of the file, and of what it lists besides, as the commands of `muster connect` say. */
async function importAll(path: string, read: Interpretation): Promise<string[]> {
  return onEmptyMuster(async ({ directory, database }) => {
    const { vendor, type } = read.product
    const { mapping, ...keys } = settingsOf(read)
    const handle = 'sample'
    await connectVendor(database, cliActor, {
      vendor,
      type,
      mapping,
      keys,
      handle,
      isPrimary: true,
    })
    const further = new Set(read.leftOut.flatMap((each) => each.shape ?? []))
    const said: string[] = []
    for (const shape of [undefined, ...further]) {
      const outcome = await importExport(database, {
        path,
        integrationHandle: handle,
        isComplete: false,
        actor: cliActor,
        reportPath: join(directory, 'rejected.jsonl'),
        ...(shape && { shape }),
      })
      if (outcome.refused !== undefined) said.push(`refused  ${outcome.refused}`)
      said.push(describeImport(outcome))
    }
    return said
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
