import type { Interpretation } from '../../connectors/probe/interpret-export.ts'
import type { Answers, Question } from '../../connectors/probe/question.ts'
import { ask } from '../command-line/ask.ts'
import { CommandFailed, say } from '../output/output.ts'

/** Asks each question at the terminal, also those that come of an answer. Enter takes what is proposed. */
export async function askQuestions(
  read: Interpretation,
  given: Answers,
  again: (answers: Answers) => Promise<Interpretation>,
): Promise<Interpretation> {
  const answers: Record<string, string> = { ...given }
  for (let known = read; ; known = await again(answers)) {
    const next = known.questions.find(
      ({ id, answer }) => answer === null && !Object.hasOwn(answers, id),
    )
    if (next === undefined) return again(answers)
    answers[next.id] = await askOne(next)
  }
}

async function askOne({ text, choices, proposed }: Question): Promise<string> {
  say(`\n${text}`)
  for (const [at, { value, label, rows, examples }] of choices.entries()) {
    const shown = examples.length === 0 ? '' : `: ${examples.join(', ')}`
    say(`  ${at + 1}  ${label} (${rows})${shown}${value === proposed ? '  [Enter]' : ''}`)
  }
  for (;;) {
    const said = await ask('> ')
    if (said === undefined)
      throw new CommandFailed('Not every question is answered, so nothing is written.')
    const chosen = said === '' ? proposed : choices[Number(said) - 1]?.value
    if (chosen !== undefined && chosen !== null) return chosen
    say(`Give a number from 1 to ${choices.length}.`)
  }
}
