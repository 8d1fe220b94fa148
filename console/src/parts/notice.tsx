import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import type { Tone } from './state-looks.ts'
import classes from './notice.module.css'

const looks: Readonly<
  Record<'info' | 'news' | 'warning' | 'error', { icon: IconName; tone?: Tone }>
> = {
  info: { icon: 'info' },
  news: { icon: 'policy', tone: 'blue' },
  warning: { icon: 'warning', tone: 'amber' },
  error: { icon: 'warning', tone: 'red' },
}

/** A sentence about the page that one should know before acting: a warning, or why something is not offered. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: keyof typeof looks
  title?: string
  children: ReactNode
}) {
  const { icon, tone: colour } = looks[tone]
  return (
    <div className={classes['notice']} data-tone={colour} data-titled={title !== undefined}>
      <Icon name={icon} />
      <div>
        {title !== undefined && <p className="strong">{title}</p>}
        {children}
      </div>
    </div>
  )
}

/** What is wrong with rules, each sentence once. */
export function Findings({ findings }: { findings: readonly { message: string }[] }) {
  return [...new Set(findings.map(({ message }) => message))].map((message) => (
    <Notice key={message} tone="warning">
      {message}
    </Notice>
  ))
}
