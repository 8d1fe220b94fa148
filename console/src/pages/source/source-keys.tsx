import { Fact, Facts } from '../../parts/facts.tsx'
import { Section } from '../../parts/section.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { keys: words } = text

/** Where values stand in the profiles of the source, and which of them conditions may name. */
export function SourceKeys({ source }: { source: Source }) {
  const { policy_keys: policyKeys, mapping } = source
  const own = new Set(source.self_service_keys)
  return (
    <>
      <Section title={words.title} detail={words.detail}>
        <Facts>
          <Fact term={words.employee}>{key(source.employee_id_profile_key)}</Fact>
          <Fact term={words.alternative}>{key(source.employee_alt_id_profile_key)}</Fact>
          <Fact term={words.badge}>{key(source.badge_id_profile_key)}</Fact>
          <Fact term={words.parent}>{key(source.parent_profile_key)}</Fact>
          <Fact term={words.zone}>
            {source.time_zone_profile_key === null
              ? source.time_zone
              : key(source.time_zone_profile_key)}
          </Fact>
          <Fact
            term={words.manager}
            from={
              source.manager_profile_key === null
                ? null
                : words.managerHolds[source.manager_profile_holds]
            }
          >
            {key(source.manager_profile_key)}
          </Fact>
        </Facts>
      </Section>
      <Section title={words.policy}>
        {policyKeys.length === 0 ? (
          <p className="quiet">{words.noPolicy}</p>
        ) : (
          <ul className="flex wrap gap-4 mt-8">
            {policyKeys.map((each) => (
              <li key={each}>
                {key(each)}
                {own.has(each) && ` ${words.selfService}`}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {Object.keys(mapping).length > 0 && (
        <Section title={words.mapping} detail={words.mappingDetail}>
          <pre className="code mt-8">{JSON.stringify(mapping, null, 2)}</pre>
        </Section>
      )}
    </>
  )
}

function key(name: string | null) {
  return name === null ? null : <code className="tag">{name}</code>
}
