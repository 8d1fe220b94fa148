import { useRouter } from '@tanstack/react-router'
import type { Summary } from '../../api/use-summary.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { text } from './text.ts'
import { ToConfirm } from './to-confirm.tsx'
import classes from './home.module.css'

type AllDecisions = Summary['decisions']
/** Services to confirm have cards of their own. */
type Kind = Exclude<keyof AllDecisions, 'services_to_confirm'>
type Target = { to: string; params?: Record<string, string>; search?: Record<string, string> }

/** By urgency: what waits, its sign, and the page where it is decided. */
const kinds: readonly ({ kind: Kind; icon: IconName } & Target)[] = [
  { kind: 'incidents', icon: 'warning', to: '/incidents', search: { state: 'open' } },
  {
    kind: 'plans',
    icon: 'policy',
    to: '/plans',
    search: { state: 'ready', kind: 'change', beyond: 'true' },
  },
  {
    kind: 'rejected_account_ends',
    icon: 'people',
    to: '/people',
    search: { review: 'rejected_account_end' },
  },
  {
    kind: 'rulesets_with_findings',
    icon: 'policy',
    to: '/policy',
    search: { finding: 'referent_gone,self_service_key' },
  },
  { kind: 'failing_sources', icon: 'sources', to: '/sources', search: { run: 'failing' } },
  {
    kind: 'sources_with_unknown_states',
    icon: 'sources',
    to: '/sources',
    search: { unknown: 'unknown' },
  },
  {
    kind: 'unattended_services',
    icon: 'services',
    to: '/services',
    search: { unattended: 'true' },
  },
  {
    kind: 'unsponsored_services',
    icon: 'services',
    to: '/services',
    search: { unsponsored: 'true' },
  },
  { kind: 'unconfirmed_services', icon: 'services', to: '/services', search: { missed: 'true' } },
  { kind: 'waiting_accounts', icon: 'sources', to: '/sources/accounts', search: { waits: 'true' } },
  { kind: 'orphans', icon: 'sources', to: '/sources/accounts', search: { state: 'orphan' } },
  { kind: 'dimensions_with_surplus', icon: 'groups', to: '/groups/attributes' },
]

/** What waits for a decision: a card for each kind, with one sentence and one button. */
export function Decisions({ decisions }: { decisions: AllDecisions }) {
  const waiting = kinds.filter(({ kind }) => (decisions[kind]?.count ?? 0) > 0)
  return (
    <section>
      <h2 className="heading">{text.decisions}</h2>
      {waiting.length === 0 && !decisions.services_to_confirm?.count ? (
        <div className={classes['calm']}>
          <Icon name="check" />
          <div>
            <p>{text.nothing}</p>
            <p className="quiet">{text.nothingWhy}</p>
          </div>
        </div>
      ) : (
        <ul className={classes['cards']}>
          <ToConfirm decisions={decisions} />
          {waiting.map(({ kind, icon, ...target }) => (
            <Card
              key={kind}
              kind={kind}
              icon={icon}
              count={countOf(decisions[kind])}
              target={kind === 'plans' ? planTarget(decisions.plans, target) : target}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Card({
  kind,
  icon,
  count,
  target,
}: {
  kind: Kind
  icon: IconName
  count: string
  target: Target
}) {
  const { routesByPath } = useRouter()
  const { says, action } = text.cards[kind]
  return (
    <li className={classes['card']} data-urgent={kind === 'incidents' || kind === 'plans'}>
      <span className={classes['cardIcon']}>
        <Icon name={icon} />
      </span>
      <p className={classes['sentence']}>{says(count)}</p>
      {target.to in routesByPath && (
        <ButtonLink
          className={classes['cardButton']}
          isPrimary={kind === 'incidents'}
          to={target.to}
          params={target.params ?? {}}
          search={target.search ?? {}}
        >
          {action(count)}
        </ButtonLink>
      )}
    </li>
  )
}

/** One plan is opened at once. */
function planTarget(plans: AllDecisions['plans'], all: Target): Target {
  const [plan] = plans?.plan_ids ?? []
  return plans?.count === 1 && plan !== undefined ? { to: '/plans/$plan', params: { plan } } : all
}

function countOf(decision: AllDecisions[Kind]): string {
  if (decision === null) return ''
  return `${decision.count.toLocaleString('en')}${decision.is_capped ? '+' : ''}`
}
