import { markOf } from '../../parts/can.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { whoGives } from '../../parts/empty-state.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { SamplePreview } from '../mapping/preview.tsx'
import { useFileProbe, type Answers, type Interpretation } from '../mapping/use-file-probe.ts'
import { useSample } from '../mapping/use-sample.ts'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { FileField, type FileChoice } from './file-step.tsx'
import { InterpretationView } from './interpretation-view.tsx'
import { isOpen } from './asked.ts'
import { QuestionList } from './question-list.tsx'
import { text } from './text.ts'
import classes from './connect.module.css'

const { probe: words } = text

/** How the source is understood, before anything is imported. */
export function ProbeStep({ next, ...choice }: FileChoice & { next: () => void }) {
  const { source } = choice
  if (source.type === 'file' || source.connection === null)
    return <FileProbe next={next} {...choice} />
  return <SampleProbe source={source} next={next} />
}

function SampleProbe({ source, next }: { source: Source; next: () => void }) {
  const trial = useSample(source, source.mapping, true)
  return (
    <div className="form" {...markOf(source, 'update')}>
      <Section title={words.directory}>
        <SamplePreview trial={trial} detail={words.sampled} />
      </Section>
      <div className="buttons">
        {trial.failure !== null && (
          <ButtonLink
            to="/sources/connect"
            search={{ source: source.id, step: 'access' }}
            isPrimary
          >
            {words.correct}
          </ButtonLink>
        )}
        <Button variant={trial.failure === null ? 'filled' : 'default'} onClick={next}>
          {text.next}
        </Button>
      </div>
    </div>
  )
}

function FileProbe({ next, ...choice }: FileChoice & { next: () => void }) {
  const { source, file } = choice
  const [answers, setAnswers] = useState<Answers>({})
  const { data, error, isFetching, refetch } = useFileProbe(source.id, choice, undefined, answers)
  const mayTake = useMay('directory.identity.profile.view')
  const patch = useSourceChange(source)
  const change = useLongChange(() => patch(data === undefined ? {} : settingsOf(source, data)))
  if (file === null)
    return (
      <div className="form">
        <p>{text.file.again}</p>
        <FileField {...choice} />
      </div>
    )
  // What was read stays when it can't be read again.
  if (error !== null && data === undefined)
    return (
      <div className="form">
        <ChangeError error={error} />
        <div>
          <Button loading={isFetching} onClick={() => void refetch()}>
            {text.again}
          </Button>
        </div>
        <FileField {...choice} />
      </div>
    )
  if (data === undefined) return <p aria-busy={isFetching}>{words.reading}</p>
  return (
    <div className={classes['probe']} {...markOf(source, 'update')}>
      <QuestionList
        questions={data.questions}
        answers={answers}
        onAnswer={(id, value) => setAnswers({ ...answers, [id]: value })}
      />
      <InterpretationView read={data} source={source} />
      {change.error !== null && <ChangeError error={change.error} />}
      {!mayTake && (
        <Notice>
          {words.mayNotTake} {whoGives}
        </Notice>
      )}
      <div>
        <Button
          variant="filled"
          loading={change.isPending}
          disabled={mayTake && (isFetching || data.questions.some(isOpen))}
          onClick={mayTake ? () => change.mutate(undefined, { onSuccess: next }) : next}
        >
          {mayTake ? words.take : text.next}
        </Button>
      </div>
    </div>
  )
}

/** Keys that something reads already stay. */
function settingsOf(source: Source, { mapping, keys }: Interpretation) {
  return {
    ...(mapping !== null && { mapping }),
    badge_id_profile_key: keys.badge_id_profile_key ?? source.badge_id_profile_key,
    employee_id_profile_key: keys.employee_id_profile_key,
    manager_profile_key: keys.manager_profile_key,
    manager_profile_holds: keys.manager_profile_holds,
    policy_keys: [...new Set([...source.policy_keys, ...keys.policy_keys])],
  }
}
