import { muster, writeOf } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { lengths } from '../../gen/lengths.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { MakeSecretDialog } from '../../parts/secret-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import type { Webhook } from './webhook-state.ts'
import { webhookWords as words } from './webhooks-text.ts'

type EventTypes = Webhook['event_types']

/** Types as they were typed; the server names those that it does not know. */
function typesIn(text: string): EventTypes {
  const types = text.split(/[\s,]+/).filter((each) => each !== '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return types as EventTypes
}

/** Asks where events are sent, and shows the secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const { sent, of } = useForm(() => ({ name: '', url: '', types: '' }))
  return (
    <MakeSecretDialog
      title={words.create}
      action={words.create}
      isReady={sent.name !== '' && sent.url !== ''}
      make={async (header) => {
        const body = { name: sent.name, url: sent.url, event_types: typesIn(sent.types) }
        return (await muster.post('/workspace/webhooks', { params: { header }, body })).secret
      }}
      words={words}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={lengths.createWebhook.name}
        data-autofocus
        {...of('name')}
      />
      <TextField
        label={words.url}
        description={words.urlHint}
        maxLength={lengths.createWebhook.url}
        spellCheck={false}
        {...of('url')}
      />
      <TextField
        label={words.types}
        description={words.typesHint}
        spellCheck={false}
        {...of('types')}
      />
      <p className="soft mt-8">{words.createWhy}</p>
    </MakeSecretDialog>
  )
}

type Asked = { webhook: Webhook; onClose: () => void }

/** Replaces the secret, and shows the new one once. */
export function RotateDialog({ webhook, onClose }: Asked) {
  return (
    <MakeSecretDialog
      title={words.rotateTitle(webhook.name)}
      action={words.rotate}
      make={async (header) => {
        const written = writeOf('webhook', webhook)
        const made = await muster.post('/workspace/webhooks/{webhook}/rotate', {
          ...written,
          params: { ...written.params, header },
          body: {},
        })
        return made.secret
      }}
      words={words}
      onClose={onClose}
    >
      <p>{words.rotateWhy}</p>
    </MakeSecretDialog>
  )
}

/** Asks from when on events are sent again. */
export function ReplayDialog({ webhook, onClose }: Asked) {
  const { sent, of } = useForm(() => ({ since: '' }))
  const change = useChange(() =>
    muster.post('/workspace/webhooks/{webhook}/replay', {
      ...writeOf('webhook', webhook),
      body: { since: sent.since },
    }),
  )
  return (
    <FormDialog
      title={words.replayTitle(webhook.name)}
      action={words.replay}
      isReady={sent.since !== ''}
      change={change}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined, { onSuccess: onClose })}
    >
      <TextField
        label={words.since}
        description={words.replayHint}
        maxLength={lengths.replayWebhook.since}
        data-autofocus
        {...of('since')}
      />
    </FormDialog>
  )
}
