import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMilliseconds } from '../contract/time.ts'
import type { Head } from './format.ts'

/** The path of a backup in a folder, by its database and its instant. Nothing else has such names. */
export function placeIn(folder: string, head: Pick<Head, 'database' | 'at'>): string {
  return join(folder, `${prefixOf(head)}${head.at.replaceAll(/[-:]|\.\d+/g, '')}.backup`)
}

const prefixOf = ({ database }: Pick<Head, 'database'>) => `muster-${database.slice(-8)}-`
const name = /^muster-[0-9a-f]{8}-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
const unfinished = /^muster-[0-9a-f]{8}-\d{8}T\d{6}Z\.backup\.[0-9a-f]{12}\.part$/

/** When the newest backup of a folder was made; undefined without any. */
export async function newestIn(folder: string): Promise<Date | undefined> {
  const newest = (await readdir(folder)).filter((each) => name.test(each)).map(instantOf)
  return newest.length === 0 ? undefined : new Date(Math.max(...newest))
}

function instantOf(file: string): number {
  const [, year, month, day, hour, minute, second] = name.exec(file) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Deletes all but the newest backups of one database, and what a process that was killed left of one. Files with other names, and
 * backups of other databases, stay. @returns the names of those that are gone
 */
export async function keepNewest(
  folder: string,
  head: Pick<Head, 'database'>,
  keep: number,
): Promise<string[]> {
  const own = (await readdir(folder)).filter((each) => each.startsWith(prefixOf(head))).sort()
  const old = own.filter((each) => name.test(each)).slice(0, -keep)
  for (const each of own.filter((file) => unfinished.test(file))) {
    const { mtimeMs } = await stat(join(folder, each))
    if (Date.now() - mtimeMs > dayMilliseconds) old.push(each)
  }
  for (const each of old) await rm(join(folder, each))
  return old
}
