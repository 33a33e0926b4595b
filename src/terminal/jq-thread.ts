/** Messages between the thread that runs jq and the one that asks it. */

export interface JqRequest {
  /** What the program gets. */
  readonly json: string;
  readonly program: string;
}

/** The output, or a sentence that says why there is none. */
export type JqAnswer = { readonly output: string } | { readonly failure: string };

/** In MiB, of what jq keeps and, once more, of its output. */
export const mostMemory = 512;

export const memoryExceeded = `It took more than ${mostMemory} MiB of memory (limit jq.memory).`;
