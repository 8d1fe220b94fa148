type Asker<Question, Answer> = PromiseWithResolvers<Answer> & { question: Question }

/** How many questions one run takes at most, and how many runs there are at once. */
export type RunLimits = { questions: number; runs: number }

/**
 * Answers many callers with few runs: callers that arrive while runs are under way wait, and the next run is for
 * all of them. No caller is answered by a run that began before its question. `run` returns a function that answers
 * each question, by the question and its index; if it fails, the callers of that run fail.
 */
export function coalesce<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<(question: Question, place: number) => Answer>,
  limits: RunLimits,
): (question: Question) => Promise<Answer> {
  const waiting: Asker<Question, Answer>[] = []
  let running = 0
  let isScheduled = false

  /**
   * The next run begins after all input that has already arrived is read, so that it serves as many callers as
   * possible.
   */
  function schedule(): void {
    if (isScheduled || running === limits.runs || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void runOnce(waiting.splice(0, limits.questions))
      schedule()
    })
  }

  async function runOnce(askers: readonly Asker<Question, Answer>[]): Promise<void> {
    running += 1
    try {
      const answer = await run(askers.map(({ question }) => question))
      for (const [place, { question, resolve }] of askers.entries())
        resolve(answer(question, place))
    } catch (error) {
      for (const { reject } of askers) reject(error)
    } finally {
      running -= 1
      schedule()
    }
  }

  return (question) => {
    const asker = { question, ...Promise.withResolvers<Answer>() }
    waiting.push(asker)
    schedule()
    return asker.promise
  }
}
