import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { ScimProblem } from './scim-problem.ts'

/** About a second of work. A step is a value that is looked at, a comparison, or some characters of a text. */
const mostSteps = 1_000_000
const charactersPerStep = 10

/** Counts the work of the PATCHes in one request, which holds the locks of its transaction while it lasts. */
export class PatchWork {
  /** A PATCH that is made again gets back what it has spent. */
  left = mostSteps

  /** @throws ScimProblem 400 tooMany */
  spend(steps: number): void {
    this.left -= steps
    if (this.left < 0)
      throw new ScimProblem(
        400,
        'tooMany',
        `The PATCH takes more than ${mostSteps} comparisons of values. Send its operations in several requests, or shorter filters.`,
      )
  }

  /** Makes texts of values: of an object, which is never changed in place, only once. */
  texts<Rest extends readonly unknown[]>(
    make: (value: JsonValue, ...rest: Rest) => string,
  ): (value: JsonValue, ...rest: Rest) => string {
    const known = new WeakMap<JsonObject, string>()
    return (value, ...rest) => {
      if (!isObject(value)) return this.made(make(value, ...rest))
      const text = known.get(value) ?? this.made(make(value, ...rest))
      known.set(value, text)
      return text
    }
  }

  /** Counts a text that was made. */
  made(text: string): string {
    this.spend(1 + text.length / charactersPerStep)
    return text
  }
}
