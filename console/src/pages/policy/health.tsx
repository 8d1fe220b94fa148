import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { attributeType } from '../../parts/kinds.ts'
import { text } from './text.ts'
import classes from './policy.module.css'

type Judged = {
  type: string
  findings: readonly { message: string }[]
  recalculating: boolean
  is_sensitive: boolean
  is_authoritative: boolean
  count?: { expiring_users: number } | undefined
}

type Sign = { words: string; tone: 'amber' | 'blue' | 'grey'; icon?: IconName; detail?: string }

/** What is to be said of a ruleset: the worst first. */
function signsOf({
  type,
  findings,
  recalculating,
  is_sensitive,
  is_authoritative,
  count,
}: Judged): Sign[] {
  const { health } = text
  return [
    ...(findings.length === 0
      ? []
      : [
          {
            words: health.findings(findings.length),
            tone: 'amber' as const,
            icon: 'warning' as const,
            detail: findings.map(({ message }) => message).join('\n'),
          },
        ]),
    ...(recalculating ? [{ words: health.recalculating, tone: 'blue' as const }] : []),
    ...(count !== undefined && count.expiring_users > 0
      ? [{ words: health.expiring(count.expiring_users), tone: 'amber' as const }]
      : []),
    ...(is_sensitive ? [{ words: health.sensitive, tone: 'grey' as const }] : []),
    // Every attribute is.
    ...(is_authoritative && type !== attributeType
      ? [{ words: health.authoritative, tone: 'grey' as const }]
      : []),
  ]
}

export function healthWords(ruleset: Judged): string[] {
  return signsOf(ruleset).map(({ words }) => words)
}

/** The health of a ruleset as chips; `quiet` where nothing is to be said. */
export function Health({ ruleset, quiet = null }: { ruleset: Judged; quiet?: ReactNode }) {
  const signs = signsOf(ruleset)
  if (signs.length === 0) return quiet
  return (
    <span className={classes['signs']}>
      {signs.map(({ words, tone, icon, detail }) => (
        <span key={words} className={classes['sign']} data-tone={tone} title={detail}>
          {icon !== undefined && <Icon name={icon} size={12} />}
          {words}
        </span>
      ))}
    </span>
  )
}
