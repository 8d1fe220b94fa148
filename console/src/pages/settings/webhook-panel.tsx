import { Button } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { muster, writeOf } from '../../api/muster.ts'
import { useApiAgain, useChange } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { ConfirmButton, DialogButton } from '../../parts/dialog-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { ReplayDialog, RotateDialog } from './webhook-dialogs.tsx'
import { stateOf, type Webhook } from './webhook-state.ts'
import { webhookWords as words } from './webhooks-text.ts'

/** A webhook: how its delivery goes, what was sent last, and what can be done. */
export function WebhookPanel({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, name, paused_as: pausedAs } = webhook
  return (
    <DetailPanel title={name} onClose={onClose}>
      {pausedAs !== null && <Notice>{words.pausedAs[pausedAs]}</Notice>}
      <WebhookFacts webhook={webhook} />
      <Steps webhook={webhook} />
      <h3 className="subheading">{words.attempts}</h3>
      <Attempts of={id} />
      <ConfirmButton
        of={webhook}
        can="delete"
        title={words.deleteTitle(name)}
        label={words.delete}
        isBelow
        run={() => muster.delete('/workspace/webhooks/{webhook}', writeOf('webhook', webhook))}
        onDone={onClose}
      >
        {words.deleteWhy}
      </ConfirmButton>
    </DetailPanel>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { delivery, owner, event_types: types, former_secret_until: former } = webhook
  return (
    <Facts
      of={{
        [words.state]: <StateBadge state={stateOf(webhook)} />,
        [words.url]: <span className="anywhere">{webhook.url}</span>,
        [words.types]: types.length === 0 ? words.allTypes : types.join(', '),
        [words.owner]: <RecordLink id={owner.id} />,
        [words.accepted]: <Time at={delivery.succeeded_at} never={words.never} />,
        ...(delivery.failing_since !== null && {
          [words.failing]: <Time at={delivery.failing_since} />,
          [words.next]: <Time at={delivery.next_at} />,
        }),
        ...(delivery.error !== null && { [words.error]: delivery.error }),
        ...(former !== null && { [words.formerSecret]: <Time at={former} /> }),
        [words.id]: <Id value={webhook.id} />,
      }}
    />
  )
}

function Steps({ webhook }: { webhook: Webhook }) {
  const step = (verb: 'pause' | 'resume' | 'test') => () =>
    muster.post(`/workspace/webhooks/{webhook}/${verb}`, writeOf('webhook', webhook))
  return (
    <div className="buttons mt-16">
      <Step webhook={webhook} can="resume" label={words.resume} run={step('resume')} />
      <Step webhook={webhook} can="pause" label={words.pause} run={step('pause')} />
      <Step webhook={webhook} can="test" label={words.test} run={step('test')} />
      <DialogButton of={webhook} can="replay" label={words.replay}>
        {(close) => <ReplayDialog webhook={webhook} onClose={close} />}
      </DialogButton>
      <DialogButton of={webhook} can="rotate" label={words.rotate}>
        {(close) => <RotateDialog webhook={webhook} onClose={close} />}
      </DialogButton>
    </div>
  )
}

/** A step that needs no question, because it can be taken back. */
function Step({
  webhook,
  can,
  label,
  run,
}: {
  webhook: Webhook
  can: string
  label: string
  run: () => Promise<unknown>
}) {
  const change = useChange(run)
  return (
    <>
      <Can record={webhook} action={can}>
        <Button loading={change.isPending} onClick={() => change.mutate(undefined)}>
          {label}
        </Button>
      </Can>
      {change.error !== null && <ChangeError error={change.error} />}
    </>
  )
}

type Attempt = RowOf<'/workspace/webhooks/{webhook}/attempts'>

function Attempts({ of }: { of: string }) {
  const path = { webhook: of }
  const { data } = useApiAgain('/workspace/webhooks/{webhook}/attempts', {
    params: { path, query: { 'page[size]': '20', include: ['abilities'] } },
  })
  if (data === undefined) return null
  if (data.data.length === 0) return <p className="quiet">{words.noAttempts}</p>
  return (
    <ul>
      {data.data.map((attempt) => (
        <AttemptLine key={attempt.id} of={of} attempt={attempt} />
      ))}
    </ul>
  )
}

function AttemptLine({ of, attempt }: { of: string; attempt: Attempt }) {
  const { type, state, tries, error, timestamp } = attempt
  const change = useChange(() =>
    muster.post(
      '/workspace/webhooks/{webhook}/attempts/{attempt}/retry',
      writeOf('attempt', attempt, { webhook: of }),
    ),
  )
  return (
    <li className="mt-8">
      <div className="flex wrap gap-4">
        <StateBadge state={state} /> <span className="anywhere">{type}</span>{' '}
        <span className="quiet">
          <Time at={timestamp.last_at} />, {words.tries(tries)}
        </span>
        <Can record={attempt} action="retry">
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => change.mutate(undefined)}
          >
            {words.retry}
          </Button>
        </Can>
      </div>
      {error !== null && <p className="quiet">{error}</p>}
      {change.error !== null && <ChangeError error={change.error} />}
    </li>
  )
}
