import fc from "fast-check";
import { test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import { pointTo } from "../../src/contract/fields.ts";
import * as space from "../../src/contract/space.ts";
import { amount, report } from "../support/generators/amount.ts";
import { chosen, type ModelSetup, tryAll } from "../support/models/rounds.ts";
import {
  type Asked,
  after,
  emptyModel,
  type Kind,
  type Model,
  told,
} from "../support/models/tree-model.ts";
import { type Answered, openWorkspace, type Workspace } from "../support/platforms/workspace.ts";

const sequences = amount({ short: 1, all: 4, full: 500 });

/** A command of a client; resources are selected by their index among the existing ones. */
type Command =
  | { readonly does: "create"; readonly kind: Kind; readonly title: string; readonly in: number }
  | { readonly does: "rename"; readonly which: number; readonly title: string }
  | {
      readonly does: "move";
      readonly which: number;
      readonly to: number;
      readonly beside: number;
      readonly side: "before" | "after" | "end";
    }
  | { readonly does: "delete" | "restore"; readonly which: number };

const number = fc.nat({ max: 1000 });
const title = fc.stringMatching(/^[a-z]{2,8}$/);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("create" as const),
      kind: fc.constantFrom("space" as const, "collection" as const),
      title,
      in: number,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("rename" as const), which: number, title }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("move" as const),
      which: number,
      to: number,
      beside: number,
      side: fc.constantFrom("before" as const, "after" as const, "end" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom("delete" as const, "restore" as const),
      which: number,
    }),
  },
);

test("four concurrent clients get the responses and data of some serial order", async () => {
  const workspace = await openWorkspace();
  const trial = { command, open: () => openGround(workspace), meant, after, told };
  report("S8", `collections and spaces: ${await tryAll(trial, sequences)}`);
});

async function openGround(workspace: Workspace): Promise<ModelSetup<Model, Asked>> {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  return {
    model: emptyModel,
    ask: (asked) => asking(workspace, admin, organizationId, asked),
    seen: () => getState(workspace, organizationId),
  };
}

function meant(command: Command, { things, order }: Model): Asked {
  const all = [...things.keys()];
  const collections = [null, ...all.filter((id) => things.get(id)?.kind === "collection")];
  if (command.does === "create") {
    const parent = chosen(collections, command.in) ?? null;
    return { does: "create", kind: command.kind, title: command.title, parent };
  }
  const id = chosen(all, command.which) ?? "missing";
  const kind = things.get(id)?.kind ?? "space";
  if (command.does === "rename") return { does: "rename", id, kind, title: command.title };
  if (command.does !== "move")
    return {
      does: command.does,
      id,
      kind: "space" === kind || command.does === "delete" ? kind : "space",
    };
  const parent = chosen(collections, command.to) ?? null;
  const others = (order.get(parent) ?? []).filter((other) => other !== id);
  const beside = command.side === "end" ? undefined : chosen(others, command.beside);
  return {
    does: "move",
    id,
    kind,
    parent,
    beside:
      beside === undefined ? undefined : { id: beside, kind: things.get(beside)?.kind ?? "space" },
    side: command.side === "after" ? "after" : "before",
  };
}

function asking(
  workspace: Workspace,
  admin: string,
  organizationId: string,
  asked: Asked,
): Promise<Answered> {
  const isSpace = asked.kind === "space";
  if (asked.does === "create") {
    const { title, parent } = asked;
    const made = { organizationId, title, ...(parent !== null && { parent }) };
    return workspace.ask(admin, isSpace ? space.create : collection.create, made);
  }
  const [spaceId, collectionId] = [asked.id, asked.id];
  switch (asked.does) {
    case "rename": {
      const { title } = asked;
      return isSpace
        ? workspace.ask(admin, space.update, { spaceId, title })
        : workspace.ask(admin, collection.update, { collectionId, title });
    }
    case "delete":
      return isSpace
        ? workspace.ask(admin, space.remove, { spaceId })
        : workspace.ask(admin, collection.remove, { collectionId });
    case "restore":
      return workspace.ask(admin, space.restore, { spaceId });
    case "move": {
      const { parent, beside, side } = asked;
      const position = beside && { [side]: pointTo({}, beside.kind, beside.id) };
      const to = { parent, ...(position && { position }) };
      return isSpace
        ? workspace.ask(admin, space.move, { spaceId, ...to })
        : workspace.ask(admin, collection.move, { collectionId, ...to });
    }
  }
}

/** The state of the data: the children of each parent, in order. */
async function getState({ db }: Workspace, organizationId: string): Promise<string> {
  const own = ["organization_id", "=", organizationId] as const;
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "title", "parent_id", "rank", "deleted_at"])
    .where(...own)
    .execute();
  const collections = await db
    .selectFrom("collections")
    .select(["id", "title", "parent_id", "rank"])
    .where(...own)
    .execute();
  const rows = [...spaces, ...collections.map((row) => ({ ...row, deleted_at: null }))].toSorted(
    (one, other) => (one.rank < other.rank ? -1 : 1),
  );
  const things = new Map(
    rows.map(({ id, title, parent_id: parent, deleted_at }) => [
      id,
      { kind: "space" as const, title, parent, deleted: deleted_at !== null },
    ]),
  );
  const order = new Map<string | null, string[]>();
  for (const { id, parent_id } of rows) order.set(parent_id, [...(order.get(parent_id) ?? []), id]);
  return told({ things, order });
}
