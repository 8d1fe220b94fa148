import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/use-api.ts'
import type { Summary } from '../../api/use-summary.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Reason } from '../../parts/middle.tsx'
import { text } from './text.ts'
import classes from './home.module.css'

const { first: words } = text

type FirstSteps = NonNullable<Summary['first_steps']>
type Step = FirstSteps['steps'][number]
type Place = { to: string; search?: Record<string, string> }

/** Where a step is taken, and where what it brought is seen. A backup is made on the machine of the server. */
const places: Readonly<Record<Exclude<Step['step'], 'backup'>, { take: Place; see: Place }>> = {
  people: { take: { to: '/sources/connect' }, see: { to: '/people' } },
  groups: { take: { to: '/sources/connect', search: { for: 'groups' } }, see: { to: '/groups' } },
  rule: { take: { to: '/groups' }, see: { to: '/policy' } },
  sign_in: { take: { to: '/settings/users' }, see: { to: '/settings/users' } },
}

/** What a new server needs, in order, as far as the server itself knows; then the first answer about access. */
export function FirstSteps({ first: { steps, answer } }: { first: FirstSteps }) {
  const done = steps.filter(({ is_done }) => is_done).length
  const next = steps.find(({ is_done, may_do }) => !is_done && may_do)
  const isDone = (name: Step['step']) => steps.some(({ step, is_done }) => step === name && is_done)
  const [isBegun, hasGroups] = [isDone('rule'), isDone('groups')]
  return (
    <section className={classes['panel']} aria-labelledby="first-steps">
      <header className="inline baseline between mb-8">
        <h2 id="first-steps" className="heading">
          {isBegun ? words.rest : words.title}
        </h2>
        <span className="quiet">{words.progress(done, steps.length)}</span>
      </header>
      <div aria-hidden className={classes['progress']}>
        <i style={{ width: `${(done / steps.length) * 100}%` }} />
      </div>
      {!isBegun && <p className="soft">{words.why}</p>}
      <ol className={classes['steps']}>
        {steps.map(
          (step, at) =>
            !(isBegun && step.is_done) && (
              <StepLine
                key={step.step}
                step={step}
                at={at + 1}
                isNext={step === next}
                isReady={step.step !== 'rule' || hasGroups}
              />
            ),
        )}
      </ol>
      {answer === null ? <p className="quiet">{words.notYet}</p> : <FirstAnswer answer={answer} />}
    </section>
  )
}

function StepLine({
  step: { step, is_done: isDone, may_do: mayDo, permissions, doers },
  at,
  isNext,
  isReady,
}: {
  step: Step
  at: number
  isNext: boolean
  /** What it builds on is there. */
  isReady: boolean
}) {
  const of = words.steps[step]
  return (
    <li className={classes['step']} data-done={isDone} data-next={isNext}>
      <span className={classes['sign']}>
        {isDone ? <Icon name="check" size={14} /> : at}
        {isDone && <span className="visually-hidden">{words.done}</span>}
      </span>
      <div className="shrink anywhere">
        <p className={isDone ? 'soft' : 'strong'}>{of.title}</p>
        {!isDone && <p className="soft">{of.why}</p>}
        {!isDone && 'command' in of && (
          <code className={`code ${classes['command']}`}>{of.command}</code>
        )}
        {!isDone && !mayDo && <p className="quiet">{words.doers(doers, permissions)}</p>}
      </div>
      {step !== 'backup' && (
        <div className={classes['action']}>
          <StepLink step={step} isDone={isDone} mayDo={mayDo && isReady} isNext={isNext} />
        </div>
      )}
    </li>
  )
}

function StepLink({
  step,
  isDone,
  mayDo,
  isNext,
}: {
  step: keyof typeof places
  isDone: boolean
  mayDo: boolean
  isNext: boolean
}) {
  const { take, see } = places[step]
  const { action, after } = words.steps[step]
  if (isDone)
    return (
      <Link to={see.to} className="link">
        {after}
      </Link>
    )
  if (!mayDo) return null
  return (
    <ButtonLink to={take.to} search={take.search ?? {}} isPrimary={isNext}>
      {action}
    </ButtonLink>
  )
}

/** One person and one thing that they have, with the reason in a line, and the whole reason behind it. */
function FirstAnswer({ answer }: { answer: NonNullable<FirstSteps['answer']> }) {
  const { directory_user_id: user, ruleset_id: ruleset, full_name: person, name } = answer
  const { data } = useApi('/directory/users/{user}/access', {
    params: { path: { user }, query: { 'filter[ruleset_id]': ruleset } },
  })
  const [access] = data?.data ?? []
  return (
    <div className={classes['answer']}>
      <div className="shrink">
        <p className="small quiet">{words.answer}</p>
        <p className="strong anywhere">{words.question(person, name)}</p>
        {access !== undefined && <Reason why={access.why} />}
      </div>
      <ButtonLink to="/why" search={{ person: user, ruleset }}>
        {words.ask}
      </ButtonLink>
    </div>
  )
}
