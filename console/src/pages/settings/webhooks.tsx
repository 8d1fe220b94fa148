import { badgeColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import { stateOf, type Webhook } from './webhook-state.ts'
import { webhookWords as words } from './webhooks-text.ts'

/** Where events are sent. */
export function Webhooks() {
  const list = useFilteredList('/workspace/webhooks', {
    words,
    columns,
    filters: [stateFilter(words.state, ['active', 'paused'])],
    query: { include: ['abilities'] },
    sort: 'name',
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton permission="workspace.webhook.manage" label={words.create} isPrimary isAdding>
          {(close) => <NewWebhookDialog onClose={close} />}
        </DialogButton>
      }
      panel={(webhook, close) => (
        <WebhookPanel key={webhook.id} webhook={webhook} onClose={close} />
      )}
    />
  )
}

const columns: readonly Column<Webhook>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 150, sort: 'name' }),
  badgeColumn('state', words.state, stateOf),
  textColumn('url', words.url, ({ url }) => url, { min: 220, grow: 2 }),
  textColumn('error', words.error, ({ delivery }) => delivery.error, { min: 140 }),
  timeColumn('accepted', words.accepted, ({ delivery }) => delivery.succeeded_at, {
    never: words.never,
  }),
]
