import type { Body, InitArgument } from 'muster-sdk'
import { Button } from '@mantine/core'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { useApi, useChange } from '../../api/use-api.ts'
import { useEdits } from '../../api/use-edits.ts'
import { lengths } from '../../gen/lengths.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { CheckField, SelectField, TextField } from '../../parts/fields.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { noticeWords as words } from './notices-text.ts'
import classes from './settings.module.css'

type Settings = Body<'get', '/workspace/notice-settings/{user}'>
type Patch = NonNullable<InitArgument<'patch', '/workspace/notice-settings/{user}'>[0]>['body']
type Kind = Settings['muted'][number]

/** What the viewer is told of, where and when. */
export function Notices() {
  const { owner_id: user } = useSession()
  const { data, error, refetch } = useApi('/workspace/notice-settings/{user}', {
    params: { path: { user }, query: { include: ['abilities'] } },
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Scroll>
      <div className="buttons mb-20">
        <ButtonLink to="/settings/notices/sent">{words.sentLink}</ButtonLink>
        {data !== undefined && <TestButton settings={data} />}
      </div>
      {data !== undefined && <NoticesForm settings={data} />}
    </Scroll>
  )
}

function TestButton({ settings }: { settings: Settings }) {
  const params = { path: { user: settings.workspace_user_id } }
  const change = useChange(() =>
    muster.post('/workspace/notice-settings/{user}/test', { params, of: settings }),
  )
  return (
    <>
      <Can record={settings} action="test">
        <Button loading={change.isPending} onClick={() => change.mutate(undefined)}>
          {words.test}
        </Button>
      </Can>
      {change.isSuccess && <span className="quiet">{words.testSent}</span>}
      {change.error !== null && <ChangeError error={change.error} />}
    </>
  )
}

const writtenOf = ({ by_email, at_once, digest_hour, time_zone, muted, chat_type }: Settings) => ({
  by_email,
  at_once,
  digest_hour,
  time_zone,
  muted,
  chat_type,
  chat_url: '',
})
type Written = ReturnType<typeof writtenOf>

/** An address that is not given stays. */
function patchOf({ chat_url: url, chat_type, ...others }: Written, base: Settings): Patch {
  if (chat_type === null) return { ...others, chat_type, chat_url: null }
  const isSame = url === '' && chat_type === base.chat_type
  return { ...others, ...(!isSame && { chat_type }), ...(url !== '' && { chat_url: url }) }
}

function NoticesForm({ settings }: { settings: Settings }) {
  const { base, written, isChanged, write, saved, discard } = useEdits(settings, writtenOf)
  const params = { path: { user: settings.workspace_user_id } }
  const change = useChange(() =>
    muster.patch('/workspace/notice-settings/{user}', {
      params,
      of: base,
      body: patchOf(written, base),
    }),
  )
  const set = (part: Partial<Written>) => write({ ...written, ...part })
  return (
    <form
      className={classes['appearance']}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined, { onSuccess: saved })
      }}
    >
      <Places settings={base} written={written} set={set} />
      <Times written={written} set={set} />
      <Section {...words.what}>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            className="mt-8"
            label={words.kinds[kind]}
            value={!written.muted.includes(kind)}
            onChange={(isTold) => set({ muted: mutedWith(written.muted, kind, !isTold) })}
          />
        ))}
      </Section>
      {change.error !== null && <ChangeError error={change.error} />}
      {isChanged && (
        <div className={classes['save']}>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {words.save}
          </Button>
          <Button onClick={discard}>{words.discard}</Button>
        </div>
      )}
      <AskToLeave isUnsaved={isChanged && !change.isPending} />
    </form>
  )
}

type Part = { written: Written; set: (part: Partial<Written>) => void }

function Places({ settings, written, set }: Part & { settings: Settings }) {
  const { email, is_email_available: hasMail, chat_host: host } = settings
  return (
    <>
      <Section title={words.email.title}>
        <CheckField
          label={hasMail ? words.email.to(email ?? '') : words.email.none}
          value={written.by_email}
          onChange={(by_email) => set({ by_email })}
        />
      </Section>
      <Section title={words.chat.title} detail={words.chat.detail}>
        <SelectField
          label={words.chat.type}
          value={written.chat_type ?? undefined}
          options={words.chat.types}
          none={words.chat.none}
          onChange={(chat_type) => set({ chat_type })}
          onNone={() => set({ chat_type: null, chat_url: '' })}
        />
        {written.chat_type !== null && (
          <TextField
            className="mt-8"
            label={words.chat.url}
            description={host === null ? words.chat.urlHint : words.chat.stored(host)}
            maxLength={lengths.updateNoticeSetting.chat_url}
            autoComplete="off"
            spellCheck={false}
            value={written.chat_url}
            onChange={(chat_url) => set({ chat_url })}
          />
        )}
      </Section>
    </>
  )
}

function Times({ written, set }: Part) {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = Object.fromEntries([written.time_zone, zone, 'UTC'].map((each) => [each, each]))
  return (
    <Section title={words.when.title}>
      <CheckField
        label={words.when.atOnce}
        value={written.at_once}
        onChange={(at_once) => set({ at_once })}
      />
      <div className="flex wrap gap-8 mt-8">
        <SelectField
          label={words.when.digest}
          value={written.digest_hour === null ? undefined : String(written.digest_hour)}
          options={hours}
          none={words.when.off}
          onChange={(hour) => set({ digest_hour: Number(hour) })}
          onNone={() => set({ digest_hour: null })}
        />
        <SelectField
          label={words.when.zone}
          value={written.time_zone}
          options={zones}
          onChange={(time_zone) => set({ time_zone })}
        />
      </div>
    </Section>
  )
}

const hours: Record<string, string> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [String(hour), `${hour}:00`]),
)

// Object.keys forgets the literal names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const kinds = Object.keys(words.kinds) as Kind[]

function mutedWith(muted: readonly Kind[], kind: Kind, isMuted: boolean): Kind[] {
  return kinds.filter((each) => (each === kind ? isMuted : muted.includes(each)))
}
