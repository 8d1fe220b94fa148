import type { Config } from '../../config.ts'
import { counted } from '../../contract/text.ts'
import { connectDatabase } from '../../database/connect-database.ts'
import { clusterOf, dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { runningServer } from '../../database/embedded/postmaster.ts'
import type { Connection } from '../../database/session.ts'
import { checkDerived, type Checked, type Progress } from '../../doctor/check-derived.ts'
import type { Difference } from '../../doctor/difference.ts'
import type { Part } from '../../doctor/parts.ts'
import { explainError } from '../api/explain-error.ts'
import { CommandFailed, printText } from '../output/output.ts'
import { columns, printList, type OutputOptions } from '../output/present.ts'
import { bar, showWork } from '../output/progress.ts'
import { configOf } from './config-options.ts'

export type DeepOptions = OutputOptions & { deep?: boolean; only?: readonly Part[] }

/** More are counted, and not listed. */
const mostListed = 10_000

/** Works out again what is derived, and prints what differs. It does not wait for a server, and no server waits for it. */
export async function runDeepCheck(options: DeepOptions): Promise<void> {
  const differences: Difference[] = []
  const begun = performance.now()
  const checked = await check(options, (each) => {
    if (differences.length < mostListed) differences.push(each)
  })
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  const summary = summaryOf(checked, seconds)
  printList(options, {
    rows: differences,
    fields: columns('part, what, record, username, resource, stored, follows, see'),
    csv: columns('part, what, record, person, username, ruleset, resource, stored, follows, see'),
    idOf: ({ record }) => record ?? '',
    json: {
      people: checked.people,
      memberships: checked.memberships,
      audit_rows: checked.auditRows,
      due: checked.due,
      seconds,
      difference_count: checked.differences,
      differences,
    },
    none: summary,
    hasMore: false,
  })
  if (differences.length > 0 && options.output === 'table') printText(`\n${summary}`)
  if (checked.differences > 0) process.exitCode = 1
}

async function check(
  options: DeepOptions,
  onDifference: (difference: Difference) => void,
): Promise<Checked> {
  try {
    const database = await connectDatabase({
      connection: await connectionOf(configOf(options)),
      poolSize: 2,
    })
    try {
      return await showWork('Checking', (report) =>
        checkDerived(database, {
          ...(options.only !== undefined && { only: options.only }),
          onDifference,
          onProgress: (progress) => report(progressText(progress)),
        }),
      )
    } finally {
      await database.close()
    }
  } catch (error) {
    throw new CommandFailed(explainError(error), 2)
  }
}

async function connectionOf(config: Config): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl }
  const directory = dataDirectoryOf(config)
  const running = await runningServer(clusterOf(directory))
  if (running !== undefined) return running
  throw new Error(
    `The embedded PostgreSQL of ${directory} does not run. Start it with: muster serve`,
  )
}

const units: Partial<Record<Part, string>> = { access: 'people', audit: 'audit rows' }

function progressText({ part, done, total }: Progress): string {
  const unit = units[part]
  const count = unit === undefined ? '' : `, ${number(done)} of ${number(total)} ${unit}`
  return `${part} ${bar(done, total)}${count}`
}

function summaryOf({ people, memberships, auditRows, differences, due }: Checked, seconds: number) {
  const counts = [
    people === 1 ? '1 person' : `${number(people)} people`,
    ...(memberships === null ? [] : [`${number(memberships)} memberships`]),
    ...(auditRows === null ? [] : [`${number(auditRows)} audit rows`]),
  ]
  const found = differences === 0 ? 'no difference' : counted(differences, 'difference')
  const more = differences > mostListed ? `, of which ${number(mostListed)} are listed` : ''
  const waiting = due === 0 ? '' : ` ${counted(due, 'instant')} that passed will be settled.`
  return `${counts.join(', ')} checked in ${seconds} s: ${found}${more}.${waiting}`
}

const number = (value: number) => value.toLocaleString('en')
