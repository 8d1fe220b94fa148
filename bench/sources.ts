import { loadavg } from 'node:os'
import { say } from '../src/cli/output/output.ts'
import { readMachine } from './machine.ts'
import { printReport } from './print-report.ts'
import type { Findings, SectionId } from './sources/line.ts'
import { measureLdap } from './sources/measure-ldap.ts'
import { measureLists } from './sources/measure-lists.ts'
import { measureScim } from './sources/measure-scim.ts'
import { readOptions, type Options } from './sources/options.ts'
import { formatReport, keepsBudgets, type Report } from './sources/report.ts'

const measures: Record<SectionId, (options: Options) => Promise<Findings>> = {
  scim: measureScim,
  ldap: measureLdap,
  lists: measureLists,
}

async function run(options: Options): Promise<Report> {
  const load = loadavg()
  const startedAt = performance.now()
  const sections: (Findings & { id: SectionId })[] = []
  for (const id of options.only) {
    say(`Measuring: ${id} …`)
    sections.push({ id, ...(await measures[id](options)) })
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { machine: readMachine(), load, seconds, sections }
}

const options = readOptions()
await printReport(options, { measure: () => run(options), format: formatReport, keepsBudgets })
