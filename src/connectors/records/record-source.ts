import type { TransactionContext } from '../../database/database.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { ResourceType } from '../../contract/states.ts'
import type { AbsentColumns } from '../file/absent-columns.ts'
import type { Shape } from '../file/shape.ts'
import type { SourceRecord } from '../file/source-record.ts'

/** Where an import gets its records: a file, a stream, or a vendor's API. */
export type RecordSource = {
  integrationHandle: string
  /** Its records are everything that the vendor has: accounts and members that it does not list are removed. */
  isComplete: boolean
  /** Its records are only what has changed: what it does not list is not missing. */
  listsChanges?: boolean
  /** What the list of runs calls it, such as a path. */
  name: string
  /** 0 if unknown. */
  bytesTotal: number
  /** The file for bad rows and notes, as JSON lines; null for none. */
  reportPath: string | null
  /**
   * Prepares the reading, which begins after this transaction and needs none.
   * @throws ImportRefused
   */
  open(context: TransactionContext, integration: Integration): Promise<SourceRecords>
}

/** The records. They are read once, and as slowly as they come. A file has records of one kind, a directory all kinds. */
export type SourceRecords = { records: AsyncIterable<SourceRecord>; state: Readonly<ReadState> }

/** What the records read so far have shown. */
export type ReadState = {
  bytesRead: number
  shape: Shape | null
  /** Why these can't be all records of the source. */
  unfinished: string | null
  /** The types of which these are all groups, each with all its members: one without any has none, and there may be none of a type. */
  listsTypes?: readonly ResourceType[]
  /** Groups that it does not list may be where it could not look. */
  keepsGroups?: boolean
  /** It has been asked for all accounts, and there is always one. */
  listsAccounts?: boolean
  /** It gave an account more than once: the last one counts. */
  repeats?: boolean
  /** What the mapping reads from columns that none of the records has. */
  absent?: readonly AbsentColumns[]
  /** It is a table with a column of states, or without any; undefined where it need not have one. */
  hasStates?: boolean | undefined
  /** Worth knowing about the source as a whole. */
  remark?: string | null
}

/** Nothing was written, and the message says why and how to go on. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
