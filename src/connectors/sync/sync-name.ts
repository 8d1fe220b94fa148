import type { Connection, SyncMark } from '../pull/connector.ts'

/** What the list of runs calls a sync. */
export function syncName({ name }: Pick<Connection, 'name'>, since: SyncMark | null): string {
  return since === null ? name : `${name} (changes)`
}
