import type { RequestCounts } from '../http/route/request-counts.ts'
import type { Services } from '../http/route/services.ts'
import type { DatabaseFigures, SourceFigures, StreamFigures } from './database-figures.ts'

/** What metrics are read from at a scrape. */
export type Origins = {
  services: Services
  requests: RequestCounts
  /** Undefined while the database does not answer. */
  figures: () => Promise<DatabaseFigures | undefined>
}

export type Sample = { value: number; labels?: Readonly<Record<string, string>> }
type Reading = number | undefined | readonly Sample[]

/** A counter if its name ends with `_total`, else a gauge. No label may have values without bound. */
export type Metric = {
  name: string
  help: string
  labels?: readonly string[]
  read(origins: Origins): Reading | Promise<Reading>
}

/** A figure of the database; none while it does not answer. */
export function ofDatabase(
  name: string,
  help: string,
  pick: (figures: DatabaseFigures) => number,
): Metric {
  return {
    name,
    help,
    read: async ({ figures }) => {
      const found = await figures()
      return found && pick(found)
    },
  }
}

/** A figure of each source that has it. The label is the handle of the source. */
export function ofSources(
  name: string,
  help: string,
  pick: (source: SourceFigures) => number | null,
): Metric {
  return {
    name,
    help,
    labels: ['source'],
    read: async ({ figures }) =>
      (await figures())?.sources.flatMap((source) => {
        const value = pick(source)
        return value === null ? [] : [{ value, labels: { source: source.source } }]
      }),
  }
}

/** How far the stream of the audit log is; nothing where none is set. */
export function ofStream(
  name: string,
  help: string,
  pick: (figures: StreamFigures) => number,
): Metric {
  return {
    name,
    help,
    read: async ({ figures, services: { auditStream } }) => {
      const found = (await figures())?.streams.find(({ target }) => target === auditStream?.target)
      return found && pick(found)
    },
  }
}
