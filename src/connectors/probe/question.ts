import type { Column } from './columns.ts'

/** One of the answers that a question has. `rows`: of the file that it is about. */
export type Choice = { value: string; label: string; rows: number; examples: string[] }

/** What the file does not say by itself. */
export type Question = {
  /** The same for the same file. */
  id: string
  text: string
  choices: Choice[]
  /** What the file and the usual words suggest; null where someone has to say it. */
  proposed: string | null
  /** What was answered; null where nothing was. */
  answer: string | null
}

/** Answers by the ids of questions; each is the value of one of its choices. */
export type Answers = Readonly<Record<string, string>>

/** Collects questions. An answer that is none of the choices is no answer. */
export function createQuestions(answers: Answers) {
  const questions: Question[] = []
  return {
    questions,
    /** @returns the answer, or what is proposed */
    ask: (question: Omit<Question, 'answer'>): string | null => {
      const given = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
      const answer = question.choices.find(({ value }) => value === given)?.value ?? null
      questions.push({ ...question, answer })
      return answer ?? question.proposed
    },
  }
}

export type Ask = ReturnType<typeof createQuestions>['ask']

/** Whether somebody has to answer it before the file can be imported. */
export function isOpen({ answer, proposed }: Question): boolean {
  return answer === null && proposed === null
}

/** Whether an answer to one of the questions may bring up another one, of this id. */
export function mayComeUp(id: string, questions: readonly Question[]): boolean {
  return questions.some((question) => {
    if (question.id === 'name') return id === 'name order' || id.startsWith('remark: ')
    if (question.id.startsWith('day: ')) return id === 'date order'
    const chosen = question.answer ?? question.proposed
    return (
      question.id === 'state' &&
      question.choices.some(({ value }) => value !== chosen && id.startsWith(`means: ${value} = `))
    )
  })
}

/** A column as a choice, with three of its values. */
export function choiceOf({ name, filled, counts }: Column): Choice {
  const examples = counts.slice(0, 3).map(([value]) => value.slice(0, 100))
  return { value: name, label: name, rows: filled, examples }
}

/** Answers by their values, which are about the same rows. */
export function choicesOf(
  labels: Readonly<Record<string, string>>,
  { rows = 0, examples = [] }: Partial<Pick<Choice, 'rows' | 'examples'>> = {},
): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label, rows, examples }))
}
