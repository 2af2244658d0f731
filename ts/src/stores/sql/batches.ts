/**
 * Questions that come at once, asked together: while some are under way, the others gather.
 *
 * @internal
 * @module
 */

type Question<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/** How many questions are asked at once. */
const most = 64
/** How many times this is under way: while a server writes some to its disk, it can read the next. */
const lanes = 2

/** Asks as soon as there is a lane. */
export class Batches<Q, A> {
  readonly #ask: (questions: readonly Q[]) => Promise<readonly A[]>
  readonly #nameOf: (question: Q) => string
  #waiting: Question<Q, A>[] = []
  #busy = 0

  /** `nameOf`: of two questions with the same name, one is asked after the other. */
  constructor(
    ask: (questions: readonly Q[]) => Promise<readonly A[]>,
    nameOf: (question: Q) => string,
  ) {
    this.#ask = ask
    this.#nameOf = nameOf
  }

  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    if (this.#busy === lanes || this.#waiting.length === 0) return
    this.#busy += 1
    const some = this.#next()
    try {
      const answers = await this.#ask(some.map(({ question }) => question))
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as A)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
    this.#busy -= 1
    void this.#run()
  }

  /** The first that wait, each name once. */
  #next(): readonly Question<Q, A>[] {
    const some = new Map<string, Question<Q, A>>()
    const later: Question<Q, A>[] = []
    for (const asked of this.#waiting) {
      const name = this.#nameOf(asked.question)
      if (some.size < most && !some.has(name)) some.set(name, asked)
      else later.push(asked)
    }
    this.#waiting = later
    return [...some.values()]
  }
}
