/** Linearizability test: concurrent clients, checked against a reference model. */
import fc from "fast-check";
import { expect } from "vitest";

/** An answered request, with its ids and its result. */
export interface Done<Asked> {
  readonly asked: Asked;
  readonly status: number;
  readonly body: unknown;
}

/** The environment of one sequence of commands. */
export interface ModelSetup<Model, Asked> {
  /** The initial state. */
  readonly model: Model;
  readonly ask: (asked: Asked) => Promise<Pick<Done<Asked>, "status" | "body">>;
  /** A canonical text of the current state. */
  readonly seen: () => Promise<string>;
  /** Receives the model that explains a round, for state that is not in responses. */
  readonly learn?: (model: Model) => void;
  readonly close?: () => Promise<void>;
}

/** A part of the platform, with its reference model. */
export interface Trial<Model, Command, Asked> {
  readonly command: fc.Arbitrary<Command>;
  readonly open: () => Promise<ModelSetup<Model, Asked>>;
  /**
   * Converts a command to a request with existing ids.
   * @param label unique in the sequence
   */
  readonly meant: (command: Command, model: Model, label: string) => Asked;
  /** The model after a request; undefined if the response differs from the model's. */
  readonly after: (model: Model, done: Done<Asked>) => Model | undefined;
  /** The text of a model that corresponds to `seen`; may omit part of the model. */
  readonly told: (model: Model) => string;
}

const clients = 4;
const commandsInEach = 50;
const rounds = Math.ceil(commandsInEach / clients);
/** Maximum delay of a client in turns of the event loop, about the duration of a request. */
const latest = 40;

/**
 * Executes sequences of commands in rounds, in which all clients send requests concurrently. After each
 * round, at least one order of its requests must explain all responses and the state.
 * @returns the counts, for the report
 */
export async function tryAll<Model, Command, Asked>(
  trial: Trial<Model, Command, Asked>,
  sequences: number,
): Promise<string> {
  let asked = 0;
  const late = fc.record({ command: trial.command, turns: fc.nat({ max: latest }) });
  const round = fc.array(late, { minLength: clients, maxLength: clients });
  const sequence = fc.array(round, { minLength: rounds, maxLength: rounds });
  await fc.assert(
    fc.asyncProperty(sequence, async (all) => {
      const setup = await trial.open();
      let models = [setup.model];
      for (const [number, commands] of all.entries()) {
        const known = models[0] ?? setup.model;
        const done = await Promise.all(
          commands.map(async ({ command, turns }, client) => {
            const request = trial.meant(command, known, `${number}-${client}`);
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            return { asked: request, ...(await setup.ask(request)) };
          }),
        );
        asked += done.length;
        const seen = await setup.seen();
        const possible = distinct(models.flatMap((model) => explanations(trial, model, done)));
        models = possible.filter((model) => trial.told(model) === seen);
        const [next] = models;
        if (next === undefined) expect({ done, seen }).toEqual(possible.map(trial.told));
        else setup.learn?.(next);
      }
      await setup.close?.();
    }),
    // A failure shows the whole round, because shrinking would take minutes.
    { numRuns: sequences, endOnFailure: true },
  );
  expect(asked).toBe(sequences * rounds * clients);
  return `${sequences} sequences, ${asked} commands by ${clients} clients at once, each answer explained`;
}

/** The models after each order of the requests that explains all responses. */
function explanations<Model, Asked>(
  trial: Pick<Trial<Model, never, Asked>, "after">,
  model: Model,
  done: readonly Done<Asked>[],
): Model[] {
  if (done.length === 0) return [model];
  return done.flatMap((one, at) => {
    const next = trial.after(model, one);
    return next === undefined ? [] : explanations(trial, next, done.toSpliced(at, 1));
  });
}

/** Distinct models, including parts that `told` omits. The insertion order of maps does not matter. */
function distinct<Model>(models: readonly Model[]): Model[] {
  const plain = (_: string, value: unknown) => {
    if (value instanceof Set) return [...value].toSorted();
    if (!(value instanceof Map)) return value;
    return [...value].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  };
  return [...new Map(models.map((model) => [JSON.stringify(model, plain), model])).values()];
}

/** An item of a list, with the index modulo its length; undefined if the list is empty. */
export function chosen<T>(from: readonly T[], number: number): T | undefined {
  return from[number % from.length];
}
