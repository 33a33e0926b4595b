/** Conflicts between a change request and its space: their presentation and their resolution. */

import type { changes, resolve } from "../../../contract/cr.ts";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { MergeSide } from "../../../document/merge/merge-order.ts";
import type { TextConflict } from "../../../document/merge/merge-text.ts";
import { ApiError } from "../../../errors.ts";
import type { ChooseBlocks } from "../content/texts/merge-texts.ts";
import type { MergeConflict } from "../content/tree/merge-pages.ts";

export type Conflicts = NonNullable<Output<typeof changes>["conflicts"]>;
export type ConflictChoices = Input<typeof resolve>["choices"];
type Discarded = Output<typeof resolve>["discarded"][number];
type KeptVersion = ConflictChoices[number]["keep"];

/** @param conflicts of a merge into the space, so that our side is the space */
export function presentConflicts(conflicts: readonly MergeConflict[]): Conflicts {
  return conflicts.map(({ blocks, fields, ...conflict }) => ({
    ...conflict,
    fields: [...fields],
    ...(blocks && { blocks: blocks.map(presentBlock) }),
  }));
}

function presentBlock({ id, type, reason, base, ours, theirs }: TextConflict) {
  return {
    ...{ id, type, reason, base },
    ...(ours !== undefined && { space: ours }),
    ...(theirs !== undefined && { changeRequest: theirs }),
  };
}

/** The choices of a request, and the versions that they discard. */
export class ConflictResolution {
  readonly #unused: Set<ConflictChoices[number]>;
  readonly #discarded = new Map<string, Discarded>();

  constructor(readonly choices: ConflictChoices) {
    this.#unused = new Set(choices.filter(({ id }) => id !== undefined));
  }

  /** The choices for a text, in the order in which `#find` considers them. */
  readonly chooseBlocks: ChooseBlocks = ({ id }) => {
    const own = this.choices.filter((one) => one.id === id);
    const inBlocks = own.flatMap(({ block, keep }) =>
      block === undefined ? [] : [{ block, side: toSide(keep) }],
    );
    const others = [...own, ...this.choices.filter((one) => one.id === undefined)].filter(
      ({ block }) => block === undefined,
    );
    return [...inBlocks, ...others.slice(0, 1).map(({ keep }) => ({ side: toSide(keep) }))];
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
      const text = keep === "space" ? block.theirs : block.ours;
      this.#discarded.set(`${id} ${block.id} ${block.reason}`, {
        ...describe(conflict, keep),
        block: block.id,
        ...(text !== undefined && { text }),
      });
    }
    return keep ? toSide(keep) : "ours";
  };

  /** @throws ApiError 400 for a choice that belongs to no conflict */
  listDiscarded(): Discarded[] {
    const [unused] = this.#unused;
    if (unused) {
      const at = this.choices.indexOf(unused);
      const block = unused.block === undefined ? "" : ` in block ${unused.block}`;
      throw new ApiError(400, `choices.${at}: ${unused.id} has no conflict${block}.`, {
        field: `choices.${at}`,
      });
    }
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
