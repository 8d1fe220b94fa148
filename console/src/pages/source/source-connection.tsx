import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { connectorOf, type SettingField } from '../connect/connectors.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { connection: words } = text

/** How a source that Muster reads is reached, and how often. Other sources have no such part. */
export function SourceConnection({ source }: { source: Source }) {
  const { settings, moreSettings = [], credential } = connectorOf(source)
  if (settings === undefined) return null
  const { connection, credentials, sync_every_seconds: seconds } = source
  return (
    <Section
      title={words.title}
      detail={words.detail}
      action={
        <Can record={source} action="update">
          <ButtonLink to="/sources/connect" search={{ source: source.id, step: 'access' }}>
            {words.change}
          </ButtonLink>
        </Can>
      }
    >
      <Facts>
        {connection === null && <Fact term={words.address}>{words.none}</Fact>}
        {[...settings, ...moreSettings].map((field) => {
          const shown = shownSetting(field, connection?.[field.name])
          return (
            shown !== null && (
              <Fact key={field.name} term={field.label}>
                {shown}
              </Fact>
            )
          )
        })}
        <Fact term={credential?.label ?? words.credentials}>
          {credentials.set_at === null ? (
            words.notSet
          ) : (
            <>
              {words.set} <Time at={credentials.set_at} />
            </>
          )}
        </Fact>
        <Fact term={words.changes}>
          {seconds === null ? words.onRequest : words.every(seconds)}
        </Fact>
        {seconds !== null && (
          <Fact term={words.everything}>{words.every(source.full_sync_every_seconds)}</Fact>
        )}
      </Facts>
    </Section>
  )
}

function shownSetting({ kind, name }: SettingField, value: unknown): string | null {
  if (kind === 'flag') return typeof value === 'boolean' ? (value ? words.yes : words.no) : null
  // A certificate is long, and says nothing to read.
  if (name === 'ca') return typeof value === 'string' ? words.given : null
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(' · ')
  return typeof value === 'string' ? value : null
}
