import { useId } from 'react'
import { Choice } from '../../parts/choice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import type { Answers, Interpretation } from '../mapping/use-file-probe.ts'
import { text as mappingText } from '../mapping/text.ts'
import { text } from './text.ts'
import classes from './connect.module.css'

const { questions: words } = text

type Question = Interpretation['questions'][number]
type Answer = (id: string, value: string) => void

/** Whether it needs an answer before the mapping can be used. */
export function isOpen({ answer, proposed }: Question): boolean {
  return answer === null && proposed === null
}

/** Asks what the file does not say. Proposed answers are chosen already. */
export function QuestionList({
  questions,
  answers,
  onAnswer,
}: {
  questions: readonly Question[]
  answers: Answers
  onAnswer: Answer
}) {
  if (questions.length === 0) return null
  const values = questions.filter(({ id }) => id.startsWith('means: '))
  const others = questions.filter((question) => !values.includes(question))
  const { length: open } = questions.filter(isOpen)
  const chosen = (question: Question) =>
    answers[question.id] ?? question.answer ?? question.proposed ?? undefined
  return (
    <Section title={words.title} detail={words.detail}>
      {open > 0 && <Notice tone="warning">{words.open(open)}</Notice>}
      <div className={classes['form']}>
        {others.map((question) => (
          <QuestionChoice
            key={question.id}
            question={question}
            value={chosen(question)}
            onAnswer={onAnswer}
          />
        ))}
        {values.map((question) => (
          <Meaning
            key={question.id}
            question={question}
            value={chosen(question)}
            onAnswer={onAnswer}
          />
        ))}
      </div>
    </Section>
  )
}

type Asked = { question: Question; value: string | undefined; onAnswer: Answer }

/** Choices are identified by position, because names of columns can't be ids. */
function QuestionChoice({ question: { id, text: label, choices }, value, onAnswer }: Asked) {
  const at = choices.findIndex((choice) => choice.value === value)
  return (
    <Choice
      label={label}
      options={choices.map((choice, place) => ({
        value: String(place),
        label: choice.label,
        ...(choice.examples.length > 0 && { detail: words.examples(choice.examples) }),
      }))}
      value={at === -1 ? undefined : String(at)}
      onChange={(place) => onAnswer(id, choices[Number(place)]?.value ?? '')}
    />
  )
}

function Meaning({ question: { id, text: label, choices }, value = '', onAnswer }: Asked) {
  const field = useId()
  return (
    <div className={classes['labelled']}>
      <label htmlFor={field}>
        {label} {mappingText.rows(choices[0]?.rows ?? 0)}
      </label>
      <select
        id={field}
        className={classes['select']}
        value={value}
        onChange={({ currentTarget }) => onAnswer(id, currentTarget.value)}
      >
        {value === '' && <option value="">{words.choose}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
