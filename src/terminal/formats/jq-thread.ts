/** Messages between the jq thread and the command. */

export interface JqRequest {
  /** The input of the jq program. */
  readonly json: string;
  readonly program: string;
}

/** The output, or a sentence with the reason for its absence. */
export type JqAnswer = { readonly output: string } | { readonly failure: string };

/** In MiB: the memory of jq, and separately its output. */
export const mostMemory = 512;

export const memoryExceeded = `The program used more than ${mostMemory} MiB of memory (limit jq.memory).`;
