import { text } from './text.ts'

const { probe: words } = text

type Question = { id: string; proposed: string | null; answer: string | null }
type Read = {
  questions: readonly Question[]
  refusals: readonly {
    remedy: string
    mapping_path: string | null
    rows: number
    reasons: readonly { reason: string; rows: number; line: number | null }[]
  }[]
  unknown_states: readonly { path: string; value: string; rows: number }[]
  is_identified: boolean
}

/** The questions that decide what a part of the mapping says, by the beginnings of their ids. */
const deciding: Readonly<Partial<Record<string, readonly string[]>>> = {
  'account.vendor_id': ['id', 'rows'],
  'account.full_name': ['name'],
  'account.email': ['email'],
  'account.state.sources': ['state', 'means: '],
  'account.state.ended_at': ['day: ', 'date order'],
}

/** Whether it needs an answer before the mapping can be used. */
export function isOpen({ answer, proposed }: Question): boolean {
  return answer === null && proposed === null
}

/** What is wrong with a file, without what a question asks about already: of that it says only which rows wait for an answer. */
export function faultsBeside({ questions, refusals, unknown_states, is_identified }: Read) {
  const decides = (path: string | null) => {
    const starts = deciding[path ?? ''] ?? []
    return questions.filter(({ id }) => starts.some((start) => id.startsWith(start)))
  }
  const asked = refusals.filter(({ mapping_path: path }) => decides(path).length > 0)
  const isWaiting = asked.some(({ mapping_path: path }) => decides(path).some(isOpen))
  const identifying = ['account.vendor_id', 'account.full_name', 'account.email']
  return {
    isUnidentified: !is_identified && !identifying.some((path) => decides(path).length > 0),
    unknown: unknown_states.filter(
      ({ path, value }) => !questions.some(({ id }) => id === `means: ${path} = ${value}`),
    ),
    refusals: [
      ...(asked.length === 0
        ? []
        : [
            {
              remedy: isWaiting ? words.waitForAnswer : words.otherAnswer,
              mapping_path: null,
              rows: asked.reduce((sum, { rows }) => sum + rows, 0),
              reasons: isWaiting ? [] : asked.flatMap(({ reasons }) => reasons),
            },
          ]),
      ...refusals.filter((each) => !asked.includes(each)),
    ],
  }
}
