import { benchCommand, numberFrom, type SourcesOptions } from './options.ts'
import { runBench, type Section } from './report.ts'
import { measureLdap } from './sources/ldap.ts'
import { measureLists } from './sources/lists.ts'
import { measureScim } from './sources/scim.ts'

const sections: readonly Section<SourcesOptions>[] = [
  { id: 'scim', title: 'Pushes by SCIM', measure: measureScim },
  { id: 'ldap', title: 'A directory that is read', measure: measureLdap },
  { id: 'lists', title: 'Lists, searches and exports', measure: measureLists },
]

const readNumber = numberFrom(50, 1_000_000)
const numbers = (text: string) => text.split(',').map(readNumber)
const about =
  'measure pushes by SCIM beside a server in memory, the reading of a directory beside ldapsearch, and lists among several numbers of people'
const among = 'how many people lists are measured among, separated by commas, beside the first'
const options = benchCommand('bench:sources', about, sections)
  .option('--people <numbers>', among, numbers, [1000, 100_000])
  .option('--known <number>', 'people that are there before a push', readNumber, 1000)
  .option('--requests <number>', 'requests of each kind in a turn', numberFrom(1, 10_000), 50)
  .option('--entries <number>', 'people in the directory', readNumber, 100_000)
  .option('--rounds <number>', 'turns that each side has', numberFrom(1, 20), 3)
  .option('--fresh', 'make the organisations again', false)
  .parse()
  .opts<SourcesOptions>()
await runBench('Sources, and lists of what they brought', sections, options)
