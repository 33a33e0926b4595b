/**
 * Output budgets. Work that can expand a short input into a long output draws on a budget as it
 * writes, and fails with the name of the limit as soon as the budget is used up.
 */
import { ApiError } from "../errors.ts";

/** The limits of one piece of work; a limit that is absent does not apply. */
export interface BudgetLimits {
  /** Names the limits in messages: `page` for `page.characters`. */
  readonly name: string;
  readonly characters?: number;
  readonly nodes?: number;
  readonly milliseconds?: number;
}

type BudgetMeasure = "characters" | "nodes" | "milliseconds";

/** An exceeded limit. Plain data, so that it can be sent from a thread. */
export interface ExceededLimit {
  readonly name: string;
  readonly measure: BudgetMeasure;
  readonly maximum: number;
}

/** @returns a sentence: `The output has more than 1000 nodes (limit page.nodes).` */
export function describeExceeded({ name, measure, maximum }: ExceededLimit): string {
  const verb = measure === "milliseconds" ? "takes" : "has";
  return `The output ${verb} more than ${maximum} ${measure} (limit ${name}.${measure}).`;
}

/** Stops the work; `runWithin` converts it into a value. */
export class BudgetExceededError extends Error {
  override readonly name = "BudgetExceededError";
  constructor(readonly exceeded: ExceededLimit) {
    super(describeExceeded(exceeded));
  }
}

/** The API error for work whose output exceeds a limit. */
export class OutputTooLarge extends ApiError {
  constructor(
    readonly exceeded: ExceededLimit,
    message = describeExceeded(exceeded),
  ) {
    super(413, message);
  }
}

/** The clock is read once per this number of draws, because reading it costs more than a draw. */
const drawsPerReading = 64;

/** The remainder of some limits. */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #begun = performance.now();
  #characters = 0;
  #nodes = 0;
  #draws = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** The number of characters drawn so far. */
  get characters(): number {
    return this.#characters;
  }

  /** The number of nodes drawn so far. */
  get nodes(): number {
    return this.#nodes;
  }

  /** @throws BudgetExceededError */
  drawCharacters(count: number): void {
    this.#characters += count;
    if (this.#characters > (this.#limits.characters ?? Number.POSITIVE_INFINITY)) {
      this.#refuse("characters");
    }
    this.#checkTime();
  }

  /** @throws BudgetExceededError */
  drawNodes(count = 1): void {
    this.#nodes += count;
    if (this.#nodes > (this.#limits.nodes ?? Number.POSITIVE_INFINITY)) this.#refuse("nodes");
    this.#checkTime();
  }

  #checkTime(): void {
    const { milliseconds } = this.#limits;
    if (milliseconds === undefined || ++this.#draws % drawsPerReading !== 0) return;
    if (performance.now() - this.#begun > milliseconds) this.#refuse("milliseconds");
  }

  #refuse(measure: BudgetMeasure): never {
    const { name, [measure]: maximum = 0 } = this.#limits;
    throw new BudgetExceededError({ name, measure, maximum });
  }
}

/** The result of work within a budget, which can be sent from a thread. */
export type BoundedResult<Result> =
  | { readonly result: Result }
  | { readonly exceeded: ExceededLimit };

/** @returns the result of the work, or the limit that it exceeded */
export async function runWithin<Result>(
  limits: BudgetLimits,
  work: (budget: Budget) => Result | Promise<Result>,
): Promise<BoundedResult<Result>> {
  try {
    return { result: await work(new Budget(limits)) };
  } catch (error) {
    if (error instanceof BudgetExceededError) return { exceeded: error.exceeded };
    throw error;
  }
}
