import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { attributeType, kindWords } from '../../parts/kinds.ts'
import { Crumb } from '../../parts/page.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { SuggestRules } from '../../parts/suggest-rules.tsx'
import { Health } from './health.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'

const { tabs } = text

/** The frame of a ruleset: what it is the policy of, and the tabs. */
export function RulesetPage() {
  return (
    <RecordPage
      read={useRuleset()}
      kind={text.title}
      crumbs={<Crumb to="/policy">{text.title}</Crumb>}
      frame={(ruleset) => ({
        title: ruleset.policy_resource.name,
        states: (
          <>
            <StateBadge state={ruleset.state} />
            <Health ruleset={ruleset} />
          </>
        ),
        subtitle: <Subtitle ruleset={ruleset} />,
        action: (
          <span className="inline">
            {ruleset.type !== attributeType && (
              <SuggestRules resource={ruleset.resource_id} ruleset={ruleset.id} />
            )}
            <Can record={ruleset} action="create_rule">
              <ButtonLink
                to="/policy/$ruleset/rules/new"
                params={{ ruleset: ruleset.id }}
                icon="plus"
                isPrimary
              >
                {text.newRule}
              </ButtonLink>
            </Can>
          </span>
        ),
        address: `/policy/${ruleset.id}`,
        tabs: [
          { label: tabs.rules, count: rulesOf(ruleset) },
          { path: 'exceptions', label: tabs.exceptions },
          { path: 'versions', label: tabs.versions },
          { path: 'admins', label: tabs.admins },
          { path: 'settings', label: tabs.settings },
        ],
      })}
    />
  )
}

/** Those that have not ended. */
function rulesOf({ count }: Ruleset): number {
  return count.active_rules + count.expiring_rules + count.staged_rules
}

function Subtitle({ ruleset }: { ruleset: Ruleset }) {
  const { type, resource_id, count, policy_resource } = ruleset
  return (
    <>
      {kindWords(type)}
      {policy_resource.handle !== null && ` · ${policy_resource.handle}`}
      {' · '}
      <Link to="/groups/$resource" params={{ resource: resource_id }} className="link underlined">
        {text.peopleIn(count.manifest_users)}
      </Link>
      {count.expiring_users > 0 && ` · ${text.health.expiring(count.expiring_users)}`}
      {count.held_users > 0 && ` · ${text.held(count.held_users)}`}
    </>
  )
}
