import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { basePath } from '../../api/base-path.ts'
import { useApi } from '../../api/use-api.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { withInstants } from '../../parts/instants.ts'
import { Facts } from '../../parts/facts.tsx'
import { Time } from '../../parts/time.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Drawing } from './drawing.tsx'
import { lanesOf, type Explanation, type Lane } from './lanes.ts'
import { pendingWords, plainText, sentencesOf } from './sentences.ts'
import { text } from './text.ts'
import classes from './why.module.css'

/** Why a person is in the manifest of a ruleset, or not: drawn, and in sentences. `stay`: one that may have ended. */
export function WhyView({
  person,
  ruleset,
  stay,
}: {
  person: string
  ruleset: string
  stay?: string | undefined
}) {
  const { data, error, refetch } = useApi('/directory/users/{user}/explain', {
    params: { path: { user: person }, query: { ruleset } },
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <div className={classes['loading']} aria-busy />
  return (
    <>
      <Explained explanation={data} />
      {stay !== undefined && stay !== data.policy_user?.id && <PastStay stay={stay} />}
    </>
  )
}

function Explained({ explanation }: { explanation: Explanation }) {
  const { verdict, why, included, eligibility, pending, withheld } = explanation
  const lanes = useMemo(() => lanesOf(explanation), [explanation])
  return (
    <div className="column gap-12" style={{ maxWidth: 1440 }}>
      <div className={classes['verdict']} data-verdict={verdict}>
        <StateBadge state={verdict} />
        <p className={classes['line']}>
          <b>
            <bdi>{included.directory_user.full_name}</bdi>
          </b>{' '}
          {withInstants(why)}
        </p>
      </div>
      {!eligibility.is_eligible && (
        <Notice tone="warning">{text.notEligible(eligibility.reasons.join(', '))}</Notice>
      )}
      {pending.map((each) => (
        <Notice key={each.identity_id} tone="warning">
          {`${each.incident_id === null ? text.pending.unread : text.pending.title} (${each.integration_handle}): ${pendingWords(each)}. ${text.pending.note} `}
          {each.incident_id !== null && (
            <span className="inline-flex wrap baseline gap-4">
              <PageLink to="/incidents/$incident" params={{ incident: each.incident_id }}>
                {text.pending.incident}
              </PageLink>
              <Id value={each.incident_id} />
            </span>
          )}
        </Notice>
      ))}
      {withheld.length > 0 && <Notice tone="warning">{text.withheld}</Notice>}
      <Drawing explanation={explanation} lanes={lanes} />
      <SentenceList explanation={explanation} lanes={lanes} />
    </div>
  )
}

const { past: words } = text

/** A stay that has ended: which rule admitted, and from when to when. */
function PastStay({ stay }: { stay: string }) {
  const { data, error } = useApi('/policy/users/{policy_user}', {
    params: { path: { policy_user: stay } },
  })
  if (error !== null) return <ErrorState error={error} />
  if (data === undefined) return null
  const { policy_rule: rule } = data.included
  const end = data.timestamp.deleted_at
  return (
    <section className="mt-20">
      <h2 className="heading">{words.title}</h2>
      <Facts
        of={{
          [words.state]: <StateBadge state={data.state} />,
          [words.role]: rule.role_name,
          [words.from]: <Time at={data.timestamp.activated_at} />,
          [words.to]: end !== null && <Time at={end} />,
          [words.rule]: rule.description,
        }}
      />
    </section>
  )
}

/** The drawing as sentences, to be read aloud and to be copied into a ticket. */
function SentenceList({
  explanation,
  lanes,
}: {
  explanation: Explanation
  lanes: readonly Lane[]
}) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const sentences = sentencesOf(explanation, lanes)
  const { directory_user: person, policy_ruleset: ruleset } = explanation.included
  const address = `${location.origin}${basePath}/why?person=${person.id}&ruleset=${ruleset.id}`
  return (
    <section className={classes['sentences']}>
      <div className="flex center between gap-12">
        <h2 className="heading">{text.sentences}</h2>
        <Button
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          onClick={() => copy(plainText(sentences, address))}
        >
          {copied ? text.copied : text.copy}
        </Button>
      </div>
      <ul className={classes['list']}>
        {sentences.map(({ text: words, below }) => (
          <li key={words}>
            {words}
            {below.length > 0 && (
              <ul className={classes['below']}>
                {below.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
