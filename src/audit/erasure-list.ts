import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { encodeId } from '../contract/ids.ts'
import { dayMilliseconds } from '../contract/time.ts'
import type { Reader } from '../database/database.ts'
import { errorCode } from '../database/failure.ts'

const Line = Type.Object({
  person: Type.String(),
  at: Type.String(),
  /** Written before the commit. Nothing says that it was committed. */
  intended: Type.Optional(Type.Literal(true)),
  /** The erasure that was intended then was not committed. */
  withdrawn: Type.Optional(Type.Literal(true)),
})
type Line = Static<typeof Line>

/** The erasure of a person (an id of the API). `at` is not after that of its audit row. */
export type Erasure = Pick<Line, 'person' | 'at'>

/** The file of the settings, else one in the data directory; null without a list. */
export function erasuresFileOf(
  { erasuresFile }: { erasuresFile: string | null | undefined },
  directory: string,
): string | null {
  return erasuresFile === undefined ? join(directory, 'erasures.jsonl') : erasuresFile
}

/** After so long a transaction has ended, one way or the other. */
const undecidedMinutes = 10
/** A row may become visible so much later than its instant. */
const overlapMilliseconds = dayMilliseconds

/**
 * The erasures of people, outside of the database: a restore applies those that the backup does not have. A line for each, with the
 * id and the instant alone. Each is in the file before its transaction commits, and again once the audit log has it: so none is missing,
 * however a process ends. Several processes may have one file, or a file each.
 */
export class ErasureList {
  readonly file: string
  /** Whether it could not be read or written last, so that nobody can be erased. */
  isBroken = false

  constructor(file: string) {
    this.file = file
  }

  /** Within the transaction of the erasure, as the last thing. */
  async intend(personId: string, at: Date): Promise<void> {
    const person = encodeId('directoryUser', personId)
    await this.append([{ person, at: at.toISOString(), intended: true }])
  }

  /** Adds what the audit log has besides, and withdraws what it does not have. */
  async catchUp(reader: Reader): Promise<void> {
    return this.#watched(() => this.#catchUp(reader))
  }

  async #catchUp(reader: Reader): Promise<void> {
    const lines = await this.#read()
    const sure = lines.filter(isSure)
    const open = undecided(lines)
    const newest = Math.max(0, ...sure.map(({ at }) => Date.parse(at) - overlapMilliseconds))
    const from = new Date(Math.min(newest, ...open.map(({ at }) => Date.parse(at))))
    const { rows } = await sql<{ id: string; at: Date }>`
      select record_id as id, at from audit_log
      where event = 'directory.user.erase' and at >= ${from} order by at, sequence`.execute(reader)
    const known = new Set(sure.map(keyOf))
    const fresh = rows
      .map(({ id, at }) => ({ person: encodeId('directoryUser', id), at: at.toISOString() }))
      .filter((erasure) => !known.has(keyOf(erasure)))
    const { rows: clock } = await sql<{ at: Date }>`
      select clock_timestamp() - ${undecidedMinutes} * interval '1 minute' as at`.execute(reader)
    const before = clock[0]?.at.toISOString() ?? ''
    const withdrawn = open
      .filter((line) => line.at < before && !isFollowed(line, fresh))
      .map(({ person, at }) => ({ person, at, withdrawn: true as const }))
    await this.#write([...fresh, ...withdrawn])
  }

  /** The last erasure of each person, also where nothing says yet that it was committed. */
  async read(): Promise<Erasure[]> {
    const lines = await this.#read()
    const last = new Map<string, Erasure>()
    for (const { person, at } of [...lines.filter(isSure), ...undecided(lines)])
      if (at > (last.get(person)?.at ?? '')) last.set(person, { person, at })
    return [...last.values()]
  }

  /** On the disk when it returns. Without lines the file is made, so that it is known whether there is one. */
  async append(lines: readonly Line[]): Promise<void> {
    return this.#watched(() => this.#write(lines))
  }

  async #watched(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.isBroken = false
    } catch (error) {
      // A database that can't be read is no fault of the list.
      if (isOfFile(error)) this.isBroken = true
      throw error
    }
  }

  async #write(lines: readonly Line[]): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o711 })
    const handle = await open(this.file, 'a+', 0o600)
    try {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      await handle.appendFile((await endsInLine(handle)) ? text : `\n${text}`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** A line that a crash cut off is none. */
  async #read(): Promise<Line[]> {
    const text = await readFile(this.file, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').flatMap((line) => {
      const parsed = parse(line)
      return Check(Line, parsed) ? [parsed] : []
    })
  }
}

function isOfFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Whether nothing is after the last line break. */
export async function endsInLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

function keyOf({ person, at }: Erasure): string {
  return `${person} ${at}`
}

function isSure({ intended, withdrawn }: Line): boolean {
  return intended === undefined && withdrawn === undefined
}

/** What was intended, and neither withdrawn nor followed by an erasure of the same person. */
function undecided(lines: readonly Line[]): Line[] {
  const withdrawn = new Set(lines.filter((line) => line.withdrawn).map(keyOf))
  const sure = Map.groupBy(lines.filter(isSure), ({ person }) => person)
  return lines.filter(
    (line) =>
      line.intended &&
      !withdrawn.has(keyOf(line)) &&
      !isFollowed(line, sure.get(line.person) ?? []),
  )
}

function isFollowed(intended: Erasure, sure: readonly Erasure[]): boolean {
  return sure.some(({ person, at }) => person === intended.person && at >= intended.at)
}
