import { useState } from 'react'
import { muster, writeOf } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { can } from '../../parts/can.tsx'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { LongField, TextField } from '../../parts/fields.tsx'
import { Facts } from '../../parts/facts.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Section } from '../../parts/section.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { Time } from '../../parts/time.tsx'
import { lengths } from '../../gen/lengths.ts'
import { text } from './text.ts'
import type { Service } from './use-service.ts'

const { actions: words, facts } = text

type Opened = { service: Service; onClose: () => void }

/** Says that the service is still needed. */
export function ConfirmService({ service, onClose }: Opened) {
  const [reason, setReason] = useState('')
  const why = reason.trim()
  const change = useChange(() =>
    muster.post('/workspace/services/{service}/confirm', {
      ...writeOf('service', service),
      body: why === '' ? {} : { reason: why },
    }),
  )
  return (
    <FormDialog
      title={words.confirmTitle(service.name)}
      action={words.confirm}
      change={change}
      ownFields={['reason']}
      onClose={onClose}
    >
      <p>{words.confirmWhy(service.confirm_every_days)}</p>
      <LongField
        label={words.reason}
        description={words.reasonHint}
        maxLength={lengths.confirmService.reason}
        rows={2}
        error={change.error?.errors['reason']?.join(' ')}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}

/** Names who answers for the service, and how often they confirm it. */
export function SponsorDialog({ service, onClose }: Opened) {
  const [sponsor, setSponsor] = useState(service.sponsor ?? service.suggested_sponsor)
  const [days, setDays] = useState(String(service.confirm_every_days))
  const change = useChange(() =>
    muster.patch('/workspace/services/{service}', {
      ...writeOf('service', service),
      body: {
        ...(sponsor !== null && sponsor.id !== service.sponsor?.id && { sponsor_id: sponsor.id }),
        confirm_every_days: Number(days),
      },
    }),
  )
  return (
    <FormDialog
      title={words.sponsorTitle}
      action={words.save}
      isReady={sponsor !== null && /^[1-9]\d*$/.test(days)}
      change={change}
      ownFields={['sponsor_id']}
      onClose={onClose}
    >
      <p>{words.sponsorWhy}</p>
      <SuggestField
        label={words.sponsor}
        value={sponsor === null ? '' : (sponsor.name ?? sponsor.id)}
        placeholder={words.sponsorHint}
        suggest={peopleFor}
        error={change.error?.errors['sponsor_id']?.join(' ')}
        onPick={(id, name) => setSponsor({ id, name })}
        isNext
      />
      <TextField type="number" label={words.days} required value={days} onChange={setDays} />
    </FormDialog>
  )
}

const person = (of: Service['sponsor']) =>
  of !== null && <RecordLink id={of.id} name={of.name ?? undefined} />

/** Who answers for the service, and until when they have to confirm it. */
export function Answers({ service: { sponsor, represented_by, timestamp } }: { service: Service }) {
  return (
    <Section title={facts.answers}>
      <Facts
        of={{
          [facts.sponsor]: person(sponsor),
          ...(represented_by !== null && { [facts.represented]: person(represented_by) }),
          [facts.confirm]: <Time at={timestamp.confirm_by} />,
          [facts.confirmed]: <Time at={timestamp.confirmed_at} />,
        }}
      />
    </Section>
  )
}

/** What is wrong with who answers for the service, and what to do. */
export function SponsorNotice({ service }: { service: Service }) {
  const { suggested_sponsor: suggested } = service
  return (
    <>
      {service.is_unsponsored && (
        <Notice tone="warning">
          {text.unsponsored}{' '}
          {suggested !== null && can(service, 'update') && (
            <ConfirmButton
              label={text.suggested(suggested.name ?? suggested.id)}
              title={words.sponsorTitle}
              isDangerous={false}
              isQuiet
              of={service}
              can="update"
              run={() =>
                muster.patch('/workspace/services/{service}', {
                  ...writeOf('service', service),
                  body: { sponsor_id: suggested.id },
                })
              }
            >
              {words.sponsorWhy}
            </ConfirmButton>
          )}
        </Notice>
      )}
      {service.is_unconfirmed && <Notice tone="warning">{text.unconfirmed}</Notice>}
    </>
  )
}
