import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { interpretExport, type Interpretation } from '../../connectors/probe/interpret-export.ts'
import { describeAbsent } from '../../connectors/file/absent-columns.ts'
import type { Mapping } from '../../connectors/file/mapping.ts'
import { isOpen, mayComeUp, type Answers, type Question } from '../../connectors/probe/question.ts'
import { presentInterpretation } from '../../connectors/probe/present-interpretation.ts'
import { faultIn, isMapping } from '../../connectors/file/check-mapping.ts'
import { readMappingFile, writeMappingFile } from '../../connectors/import/mapping-file.ts'
import { describeInterpretation } from './describe-interpretation.ts'
import { CommandFailed, commandText, print, quoted } from '../output/output.ts'
import { fileParameters, readingOptions, type FileOptions } from './file-options.ts'

export type ConnectOptions = FileOptions & {
  integration?: string
  mapping?: string | undefined
  write?: string
  answer?: Answers
  answers?: string
  json?: boolean
}

/** Records that are looked at. */
const mostRows = 10_000

/** Shows how a file is understood, asks what it does not say, and writes the mapping for it. */
export async function runConnect(file: string, options: ConnectOptions): Promise<void> {
  if ((await stat(file)).isDirectory())
    throw new CommandFailed(`${file} is a directory. Connect its files one by one.`)
  const read = await interpretWithAnswers(file, options)
  if (read.absent.length > 0)
    throw new CommandFailed(`${describeAbsent(read.absent)} Correct it and connect the file again.`)
  const open = read.questions.filter(isOpen)
  const isWritten = options.mapping === undefined && open.length === 0
  const written = isWritten ? await writeMapping(file, read, options) : null
  const chosen = { ...options, mapping: options.mapping ?? written?.path }
  const command =
    open.length === 0 ? importCommandOf(file, read, chosen) : connectCommandOf(file, chosen, open)
  const others = new Set(read.leftOut.flatMap(({ shape }) => shape ?? []))
  const further = [...others].map((shape) =>
    importCommandOf(file, { ...read, shape }, { ...chosen, shape }),
  )
  const answer = {
    ...presentInterpretation(read),
    mapping_file: written?.path ?? null,
    command,
    further_commands: further,
  }
  const mapping = written && mappingLine(written)
  print(options.json, answer, describeInterpretation(read, { command, further, mapping }))
  if (read.counts.refused > 0 || read.rows === 0 || open.length > 0) process.exitCode = 2
}

/** Asks at a terminal until each question has an answer; elsewhere the options give them. */
async function interpretWithAnswers(
  file: string,
  options: ConnectOptions,
): Promise<Interpretation> {
  const given = { ...(await readAnswers(options.answers)), ...options.answer }
  const read = await interpret(file, options, given)
  await refuseUnknownAnswers(given, read, () => interpret(file, options, {}))
  const isAsked = process.stdin.isTTY && process.stderr.isTTY
  if (!isAsked || options.json === true || read.questions.length === 0) return read
  const { askQuestions } = await import('./ask-questions.ts')
  return askQuestions(read, given, (answers) => interpret(file, options, answers))
}

/** An answer to a question that only other answers would bring up says nothing. `unanswered`: the file without any answers. */
async function refuseUnknownAnswers(
  given: Answers,
  { questions }: Interpretation,
  unanswered: () => Promise<Interpretation>,
): Promise<void> {
  const known = new Map(questions.map((each) => [each.id, each]))
  for (const [id, value] of Object.entries(given)) {
    const question = known.get(id)
    if (question === undefined) {
      if (mayComeUp(id, questions)) continue
      const { questions: others } = await unanswered()
      if (others.some((other) => other.id === id)) continue
      throw new CommandFailed(`The file has no question ${JSON.stringify(id)}.`)
    }
    if (question.answer === null)
      throw new CommandFailed(
        `${JSON.stringify(value)} is no answer to ${JSON.stringify(id)}. Give one of ${question.choices.map((each) => JSON.stringify(each.value)).join(', ')}.`,
      )
  }
}

async function readAnswers(path: string | undefined): Promise<Answers> {
  if (path === undefined) return {}
  const given: unknown = parse(await readFile(path, 'utf8'))
  if (Value.Check(AnswersFile, given)) return given
  throw new CommandFailed(`${path} must have a text for each id of a question, in YAML or JSON.`)
}

const AnswersFile = Type.Record(Type.String(), Type.String())

function mappingLine({ path, isKept }: { path: string; isKept: boolean }): string {
  return isKept
    ? `${path} is there already, and is kept; to read the file by it, give --mapping`
    : path
}

async function interpret(
  path: string,
  options: ConnectOptions,
  answers: Answers,
): Promise<Interpretation> {
  const { shape, group, ...how } = readingOptions(options)
  const mapping = options.mapping === undefined ? undefined : await readMapping(options.mapping)
  const source = { path, ...how }
  return interpretExport({ source, mapping, answers, shape, group, most: mostRows })
}

async function readMapping(path: string): Promise<Mapping> {
  const { mapping } = readMappingFile(await readFile(path, 'utf8'), path)
  if (isMapping(mapping)) return mapping
  throw new CommandFailed(`The mapping ${path} is not valid: ${faultIn(mapping)}.`)
}

async function writeMapping(file: string, read: Interpretation, { write }: ConnectOptions) {
  const path = write ?? `${file}.mapping.yaml`
  try {
    await writeFile(path, writeMappingFile(read), { flag: write === undefined ? 'wx' : 'w' })
    return { path, isKept: false }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      return { path, isKept: true }
    throw error
  }
}

/** The command that imports the file as it was shown. */
function importCommandOf(
  file: string,
  { product: { vendor, type }, shape }: Interpretation,
  options: ConnectOptions,
): string {
  return commandText(['muster import', quoted(file)], {
    integration: options.integration ?? handleOf(file),
    vendor,
    type,
    mapping: options.mapping,
    primary: shape === 'accounts' && vendor === 'idp',
    ...fileParameters(options),
    plan: true,
  })
}

/** Shows the file again, once what is open is answered: the values are to be filled in. */
function connectCommandOf(
  file: string,
  options: ConnectOptions,
  open: readonly Question[],
): string {
  const { integration, mapping, answer = {}, answers } = options
  const given = Object.entries(answer).map(([id, value]) => `${id}=${value}`)
  const toGive = open.map(({ id, choices }) => {
    const values = choices.slice(0, 4).map(({ value }) => value)
    return `${id}=<${values.join('|')}>`
  })
  return commandText(['muster connect', quoted(file)], {
    integration,
    mapping,
    answers,
    answer: [...given, ...toGive],
    ...fileParameters(options),
  })
}

function handleOf(file: string): string {
  const name = basename(file)
    .replace(/(?:\.gz)?$/i, '')
    .replace(/\.[a-z]+$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return name === '' ? 'source' : name
}
