/** Several clients who ask at once, held to a simple model of the platform. */
import fc from "fast-check";
import { expect } from "vitest";

/** A request that was answered: what was asked, with the ids in it, and what came of it. */
export interface Done<Asked> {
  readonly asked: Asked;
  readonly status: number;
  readonly body: unknown;
}

/** Where one sequence of commands is carried out. */
export interface ModelSetup<Model, Asked> {
  /** What is there before the first command. */
  readonly model: Model;
  readonly ask: (asked: Asked) => Promise<Pick<Done<Asked>, "status" | "body">>;
  /** All that is there now, as a text that is the same for the same state. */
  readonly seen: () => Promise<string>;
  /** Is told the model that explains a round, for what no answer says. */
  readonly learn?: (model: Model) => void;
  readonly close?: () => Promise<void>;
}

/** A part of the platform, beside a model of it. */
export interface Trial<Model, Command, Asked> {
  readonly command: fc.Arbitrary<Command>;
  readonly open: () => Promise<ModelSetup<Model, Asked>>;
  /**
   * A command as a request, which names what there is.
   * @param label no other command of the sequence has it
   */
  readonly meant: (command: Command, model: Model, label: string) => Asked;
  /** The model after a request; undefined if it would have answered otherwise. */
  readonly after: (model: Model, done: Done<Asked>) => Model | undefined;
  /** The same text for a model as `seen` for what is there; it need not tell all of the model. */
  readonly told: (model: Model) => string;
}

const clients = 4;
const commandsInEach = 50;
const rounds = Math.ceil(commandsInEach / clients);
/** So many turns a client may come later than the first one: about as long as a request takes. */
const latest = 40;

/**
 * Carries out sequences of commands in rounds, each by all clients at once. After each round one
 * order of its requests at least must explain every answer and what there is.
 * @returns what was tried, for the table of promises
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
    // A failure shows the whole round; to shrink what led to it would take minutes.
    { numRuns: sequences, endOnFailure: true },
  );
  return `${sequences} sequences, ${asked} commands by ${clients} clients at once, each answer explained`;
}

/** The models after each order of the requests that explains all of their answers. */
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

/** What differs in anything, also in what is not told; that a map was filled in another order is no difference. */
function distinct<Model>(models: readonly Model[]): Model[] {
  const plain = (_: string, value: unknown) => {
    if (value instanceof Set) return [...value].toSorted();
    if (!(value instanceof Map)) return value;
    return [...value].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  };
  return [...new Map(models.map((model) => [JSON.stringify(model, plain), model])).values()];
}

/** One of a list by any number; undefined if the list is empty. */
export function chosen<T>(from: readonly T[], number: number): T | undefined {
  return from[number % from.length];
}
