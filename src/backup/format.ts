import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'

/**
 * The format of a backup: this line, then records. A record has a letter, the length of its content in four bytes, and the content.
 * `H` the head, then sections: `S` names one, and `D` has up to {@link pieceBytes} of it, as a frame of zstd. `T` lists the sections
 * with the SHA-256 of each, and `E`, the last, has that of all bytes before it. An encrypted backup is a file of age
 * (https://age-encryption.org/v1) with this in it.
 */
export const magic = Buffer.from('Muster backup 1\n')
export const magicOfAnyVersion = /^Muster backup \d+\n/
export type RecordKind = 'H' | 'S' | 'D' | 'T' | 'E'

/** How much of a section is in one record, before it is compressed. */
export const pieceBytes = 2 ** 22
/** The most that the content of a record has, so that a damaged length is noticed. */
export const recordBytes = 2 ** 25

const Head = Type.Object({
  /** The version of Muster that made it. */
  version: Type.String(),
  postgres: Type.String(),
  /** Names the database, the same after a restore. */
  database: Type.String(),
  /** The instant of the snapshot, by the database's clock. */
  at: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }),
  /** The migrations that had run, with the checksums of their files. */
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** The sequences of no column, and the last number that each gave; null for none. */
  sequences: Type.Array(
    Type.Object({ name: Type.String(), last: Type.Union([Type.String(), Type.Null()]) }),
  ),
  hasKeys: Type.Boolean(),
})
export type Head = Static<typeof Head>

/** A table with the columns that it has here, or a file. */
const Section = Type.Object({
  kind: Type.Union([Type.Literal('table'), Type.Literal('file')]),
  name: Type.String(),
  columns: Type.Array(Type.String()),
})
export type Section = Static<typeof Section>

const Contents = Type.Array(
  Type.Object({
    kind: Type.Union([Type.Literal('table'), Type.Literal('file')]),
    name: Type.String(),
    /** Of a table. */
    rows: Type.Number(),
    bytes: Type.Number(),
    sha256: Type.String(),
  }),
)
export type Contents = Static<typeof Contents>

/** The file is no backup, or is not as it was written. The message says what is wrong. */
export class BackupRefused extends Error {}

/** A section that a backup may have besides tables. */
export const keyFile = 'secret.key'
export const erasureFile = 'erasures.jsonl'

export const readHead = jsonReader(Head, 'backup', 'head')
export const readSection = jsonReader(Section, 'backup', 'name of a section')
export const readContents = jsonReader(Contents, 'backup', 'list of sections')

/** @returns reads a part of a file; @throws BackupRefused where it is not what it must be */
export function jsonReader<S extends TSchema>(
  schema: S,
  file: 'archive' | 'backup',
  part: string,
): (content: Buffer | string) => Static<S> {
  return (content) => {
    const value = parsed(content)
    if (Check(schema, value)) return value
    throw new BackupRefused(`The ${file} is damaged: its ${part} can't be read.`)
  }
}

function parsed(content: Buffer | string): unknown {
  try {
    return JSON.parse(String(content))
  } catch {
    return undefined
  }
}
