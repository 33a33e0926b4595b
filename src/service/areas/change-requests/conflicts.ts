/** Conflicts between a change request and its space: their presentation and their resolution. */

import type { changes, resolve } from "../../../contract/cr.ts";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { BlockConflict } from "../../../document/merge/merge-documents.ts";
import type { MergeSide } from "../../../document/merge/merge-order.ts";
import { ApiError } from "../../../errors.ts";
import { writeBlock } from "../content/texts/block-text.ts";
import type { ResolveBlock } from "../content/texts/merge-texts.ts";
import type { MergeConflict } from "../content/tree/merge-pages.ts";

export type Conflicts = NonNullable<Output<typeof changes>["conflicts"]>;
export type ConflictChoices = Input<typeof resolve>["choices"];
type Discarded = Output<typeof resolve>["discarded"][number];
type KeptVersion = ConflictChoices[number]["keep"];

/** @param conflicts of a merge into the space, so that our side is the space */
export async function presentConflicts(conflicts: readonly MergeConflict[]): Promise<Conflicts> {
  const presented: Conflicts = [];
  for (const { blocks, fields, ...conflict } of conflicts) {
    const presentedBlocks = await Promise.all((blocks ?? []).map(presentBlock));
    presented.push({
      ...conflict,
      fields: [...fields],
      ...(blocks && { blocks: presentedBlocks }),
    });
  }
  return presented;
}

async function presentBlock({ id, type, reason, base, ours, theirs }: BlockConflict) {
  return {
    ...{ id, type, reason, base: await writeBlock(base) },
    ...(ours && { space: await writeBlock(ours) }),
    ...(theirs && { changeRequest: await writeBlock(theirs) }),
  };
}

/** The choices of a request, and the versions that they discard. */
export class ConflictResolution {
  readonly #unused: Set<ConflictChoices[number]>;
  readonly #discarded = new Map<string, Discarded>();
  readonly #texts: Promise<void>[] = [];

  constructor(readonly choices: ConflictChoices) {
    this.#unused = new Set(choices.filter(({ id }) => id !== undefined));
  }

  readonly resolveBlock: ResolveBlock = ({ id }, { id: block }) => {
    const keep = this.#find(id, block);
    return keep && toSide(keep);
  };

  readonly resolve = (conflict: MergeConflict): MergeSide | undefined => {
    const { id, blocks = [], fields, reason } = conflict;
    const others = blocks.length === 0 ? fields : fields.filter((name) => name !== "document");
    const keep = this.#find(id);
    const isWhole = blocks.length === 0 || others.length > 0;
    const chosen = blocks.map((block) => ({ block, keep: this.#find(id, block.id) }));
    if ((isWhole && !keep) || chosen.some((one) => !one.keep)) return undefined;
    if (isWhole && keep) {
      const named = others.length === 0 ? {} : { fields: [...others] };
      this.#discarded.set(`${id} ${reason}`, { ...describe(conflict, keep), ...named });
    }
    for (const { block, keep } of chosen) {
      if (!keep) continue;
      const discarded: Discarded = { ...describe(conflict, keep), block: block.id };
      const node = keep === "space" ? block.theirs : block.ours;
      if (node) {
        const write = async () => {
          discarded.text = await writeBlock(node);
        };
        this.#texts.push(write());
      }
      this.#discarded.set(`${id} ${block.id} ${block.reason}`, discarded);
    }
    return keep ? toSide(keep) : "ours";
  };

  /** @throws ApiError 400 for a choice that belongs to no conflict */
  async listDiscarded(): Promise<Discarded[]> {
    const [unused] = this.#unused;
    if (unused) {
      const at = this.choices.indexOf(unused);
      const block = unused.block === undefined ? "" : ` in block ${unused.block}`;
      throw new ApiError(400, `choices.${at}: ${unused.id} has no conflict${block}.`, {
        field: `choices.${at}`,
      });
    }
    await Promise.all(this.#texts);
    return [...this.#discarded.values()];
  }

  #find(id: string, block?: string): KeptVersion | undefined {
    const choice =
      this.choices.find((one) => one.id === id && one.block !== undefined && one.block === block) ??
      this.choices.find((one) => one.id === id && one.block === undefined) ??
      this.choices.find((one) => one.id === undefined);
    if (choice) this.#unused.delete(choice);
    return choice?.keep;
  }
}

function describe({ kind, id, title, path }: MergeConflict, keep: KeptVersion): Discarded {
  const from = keep === "space" ? "cr" : "space";
  return { kind, id, title, ...(path !== undefined && { path }), from };
}

/** In a merge into the space, our side is the space. */
function toSide(keep: KeptVersion): MergeSide {
  return keep === "space" ? "ours" : "theirs";
}
