import type { Transaction } from '../../database/database.ts'
import { calendarOf } from '../../contract/days.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { mappingOf } from '../import/integration-mapping.ts'
import type { RecordSource } from '../records/record-source.ts'
import type { PulledRecords, SyncMark } from '../pull/connector.ts'
import type { KnownRecords } from '../pull/known-records.ts'
import type { PullTarget } from './load-target.ts'

type PulledSourceOptions = {
  integrationHandle: string
  since: SyncMark | null
  /** In a short transaction, before the reading. @throws ImportRefused */
  load: (tx: Transaction, integration: Integration) => Promise<PullTarget & { known: KnownRecords }>
}

/** What is missing from a reading of everything is gone. */
type PulledSource = RecordSource & Pick<PulledRecords, 'mark'>

/** The people and groups of a source that Muster reads by itself. */
export function pulledSource({
  integrationHandle,
  since,
  load,
}: PulledSourceOptions): PulledSource {
  let opened: PulledRecords | undefined
  return {
    integrationHandle,
    isComplete: since === null,
    listsChanges: since !== null,
    name: integrationHandle,
    bytesTotal: 0,
    reportPath: null,
    async open({ tx, now }, integration) {
      const { connection, ...target } = await load(tx, integration)
      const mapping = mappingOf(integration)
      const calendar = calendarOf(now, integration)
      opened = await connection.read({ ...target, since, mapping, calendar })
      return opened
    },
    mark: () => opened?.mark() ?? null,
  }
}
