import fc from "fast-check";
import { test } from "vitest";
import { amount, report } from "../support/generators/amount.ts";
import { chosen, type ModelSetup, tryAll } from "../support/models/rounds.ts";
import { type Asked, after, type Position, type Reference } from "../support/models/site-model.ts";
import { type Model, told } from "../support/models/site-model-parts.ts";
import { openSite } from "../support/models/site-setup.ts";
import { openWorkspace } from "../support/platforms/workspace.ts";

/** A command of a client; resources are selected by their index among the existing ones. */
interface Command {
  readonly does: Asked["does"];
  readonly kind: Reference["kind"];
  readonly one: number;
  readonly other: number;
  readonly third: number;
  readonly where: "before" | "after" | "between" | "end";
  readonly word: string;
  readonly flag: boolean;
}

const number = fc.nat({ max: 1000 });
const weights = [
  [3, "add section"],
  [2, "add group"],
  [3, "add place"],
  [1, "rename group"],
  [2, "change section"],
  [2, "change place"],
  [2, "choose"],
  [3, "remove"],
  [2, "put into"],
  [1, "leave"],
  [6, "move"],
  [2, "look"],
  [1, "delete space"],
  [1, "restore space"],
] as const;
const command: fc.Arbitrary<Command> = fc.record({
  does: fc.oneof(...weights.map(([weight, does]) => ({ weight, arbitrary: fc.constant(does) }))),
  kind: fc.constantFrom("section" as const, "group" as const, "place" as const),
  one: number,
  other: number,
  third: number,
  where: fc.constantFrom("before" as const, "after" as const, "between" as const, "end" as const),
  // Few of them, so that parts compete for the same path.
  word: fc.constantFrom("Guide", "Tour", "guide-2"),
  flag: fc.boolean(),
});

test("concurrent changes of a site have the order, defaults and paths of some serial order", async () => {
  const workspace = await openWorkspace();
  const sequences = amount({ short: 1, all: 3, full: 500 });
  const open = (): Promise<ModelSetup<Model, Asked>> => openSite(workspace);
  report("S8", `docs sites: ${await tryAll({ command, open, meant, after, told }, sequences)}`);
});

function meant(command: Command, model: Model, label: string): Asked {
  const { does, one, other, flag, word } = command;
  const spaces = [...model.spaces.keys()];
  const [sections, groups] = [[...model.sections.keys()], [...model.groups.keys()]];
  const siteSpaces = [...model.shelves.values()].flat();
  const space = chosen(spaces, one) ?? "";
  const section = chosen(sections, one);
  const group = chosen(groups, other);
  const title = word;
  const path = word.toLowerCase();
  switch (does) {
    case "look":
      return { does };
    case "add section":
      return { does, title, space, label };
    case "add group": {
      const contained = flag && section !== undefined ? [section] : [];
      return {
        does,
        title,
        parent: other % 2 === 0 ? group : undefined,
        sections: contained,
        label,
      };
    }
    case "add place":
      return { does, space, section: flag ? chosen(sections, other) : undefined, label };
    case "rename group":
      return { does, id: group ?? "missing", title };
    case "change section": {
      const id = section ?? "missing";
      const main = chosen(flag ? (model.shelves.get(id) ?? []) : siteSpaces, other);
      const changes = [{ title }, { path }, main === undefined ? { title } : { main }];
      return { does, id, ...chosen(changes, command.third) };
    }
    case "change place": {
      const repointed = chosen(spaces, other) ?? "";
      return {
        does,
        id: chosen(siteSpaces, one) ?? "missing",
        ...(flag ? { path } : { space: repointed }),
      };
    }
    case "choose": {
      const own = chosen([undefined, section], other);
      const shelf = model.shelves.get(own ?? model.main ?? "") ?? siteSpaces;
      return { does, section: own, place: chosen([undefined, ...shelf], command.third) };
    }
    case "remove":
      return { does, what: referenceIn(model, command) };
    case "put into":
      return { does, group: group ?? "missing", section: section ?? "missing" };
    case "leave": {
      const groups = [...model.items].filter(([id]) => id !== "");
      const full = groups.filter(([, ids]) => ids.some((id) => model.sections.has(id)));
      const [own = "missing", ids = []] = chosen(full, one) ?? [];
      return { does, group: own, section: chosen(ids, other) ?? "missing" };
    }
    case "move":
      return move(model, command);
    case "delete space":
    case "restore space":
      return { does, space };
  }
}

function referenceIn(model: Model, { kind, one }: Command): Reference {
  const siteSpaces = [...model.shelves.values()].flat();
  const all = kind === "place" ? siteSpaces : [...model[`${kind}s`].keys()];
  return { kind, id: chosen(all, one) ?? "missing" };
}

function move(model: Model, command: Command): Asked {
  const what = referenceIn(model, command);
  const lists = [...(what.kind === "place" ? model.shelves : model.items).values()];
  const list = lists.find((ids) => ids.includes(what.id)) ?? [];
  const siblings = list.filter((id) => id !== what.id);
  const referred = (id: string): Reference => {
    if (what.kind === "place") return { kind: "place", id };
    return { kind: model.groups.has(id) ? "group" : "section", id };
  };
  const at = command.other % Math.max(siblings.length, 1);
  const next = command.flag ? siblings[at + 1] : chosen(siblings, command.third);
  const to = getPosition(command.where, siblings[at], next, referred);
  const neighbours = [to.before, to.after].filter((one) => one !== undefined);
  const isAlike = what.kind !== "group" && neighbours.every(({ kind }) => kind === what.kind);
  return { does: "move", what, to, sorts: !isAlike || command.third % 2 === 0 };
}

function getPosition(
  where: Command["where"],
  sibling: string | undefined,
  next: string | undefined,
  referred: (id: string) => Reference,
): Position {
  if (sibling === undefined || where === "end") return {};
  if (where === "before") return { before: referred(sibling) };
  const upper = where === "between" && next !== undefined ? { before: referred(next) } : {};
  return { after: referred(sibling), ...upper };
}
