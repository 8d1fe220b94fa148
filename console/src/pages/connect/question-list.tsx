import { Choice } from '../../parts/choice.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import type { Answers, Interpretation } from '../mapping/use-file-probe.ts'
import { text as mappingText } from '../mapping/text.ts'
import { isOpen } from './asked.ts'
import { text } from './text.ts'

const { questions: words } = text

type Question = Interpretation['questions'][number]
type Answer = (id: string, value: string) => void

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
      <div className="form">
        {others.map((question) => (
          <QuestionChoice
            key={question.id}
            question={question}
            value={chosen(question)}
            onAnswer={onAnswer}
          />
        ))}
        {values.length > 0 && <p className="soft">{words.meanings}</p>}
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
      why={words.why[id.split(':')[0] ?? '']}
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

function Meaning({ question: { id, text: label, choices }, value, onAnswer }: Asked) {
  return (
    <SelectField
      label={`${label} ${mappingText.rows(choices[0]?.rows ?? 0)}`}
      none={value === undefined ? words.choose : undefined}
      options={Object.fromEntries(choices.map((choice) => [choice.value, choice.label]))}
      value={value}
      onChange={(next) => onAnswer(id, next)}
    />
  )
}
