import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The names of the migrations in the order in which they run, one per line; written by `npm run gen`. */
export const migrationList = 'src/database/migrations.txt'

/**
 * What is wrong with the names of the migrations. Branches that each add a migration add a line at the same place of
 * the list, so merging them is a conflict; afterwards a number that both use is refused here.
 * @param files names in src/database/migrations, without `.sql`
 * @param listed the lines of the list
 */
export function migrationFaults(files: readonly string[], listed: readonly string[]): string[] {
  const unlisted = files.filter((file) => !listed.includes(file))
  const missing = listed.filter((name) => !files.includes(name))
  return [
    ...unlisted.map((name) => `${name} is not in ${migrationList}: run \`npm run gen\``),
    ...missing.map((name) => `${name} is in ${migrationList} but has no file: run \`npm run gen\``),
    ...files.flatMap(nameFaults),
    ...listed.flatMap((name, index) => orderFaults(name, listed[index - 1])),
  ]
}

function nameFaults(name: string, index: number, files: readonly string[]): string[] {
  const number = numberOf(name)
  if (number === '') return [`${name} is not named NNNN-what-it-does`]
  const other = files.slice(0, index).find((each) => numberOf(each) === number)
  if (other === undefined) return []
  return [`${name} has the number of ${other}: give it the next free number`]
}

function orderFaults(name: string, before: string | undefined): string[] {
  if (before === undefined) return []
  if (numberOf(before) < numberOf(name)) return []
  return [`${name} runs after ${before}, and its number is not greater`]
}

/** `0002`; empty for another form. */
function numberOf(name: string): string {
  return /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1] ?? ''
}

if (import.meta.main) {
  const root = new URL('../', import.meta.url)
  const files = await readdir(new URL('src/database/migrations', root))
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4))
  const list = await readFile(fileURLToPath(new URL(migrationList, root)), 'utf8')
  const faults = migrationFaults(names.sort(), list.trimEnd().split('\n'))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
