import fc from "fast-check";
import { test } from "vitest";
import { amount, report } from "../support/amount.ts";
import { openTestPlatform, type Platform } from "../support/platform.ts";
import { chosen, type Ground, tryAll } from "../support/rounds.ts";
import {
  type Asked,
  after,
  emptyModel,
  type Kind,
  type Model,
  told,
} from "../support/tree-model.ts";

const sequences = amount({ short: 15, full: 600 });

/** What a client asks for; things are chosen by their numbers among those that there are. */
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

test("Four clients at once get the answers that some order of their requests would give, and leave what it would", async () => {
  const tried = await tryAll({ command, open, meant, after, told }, sequences);
  report("S8", `collections and spaces: ${tried}`);
});

async function open(): Promise<Ground<Model, Asked>> {
  const platform = await openTestPlatform();
  const org = (await platform.service.admin.beginning()).organization;
  return {
    model: emptyModel,
    ask: (asked) => platform.ask(...requestOf(org, asked)),
    seen: () => seenIn(platform),
    close: () => platform.service.close(),
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

function requestOf(org: string, asked: Asked): [what: string, asking?: { body: unknown }] {
  if (asked.does === "create") {
    const body = { title: asked.title, ...(asked.parent !== null && { parent: asked.parent }) };
    return [`POST /v1/orgs/${org}/${asked.kind}s`, { body }];
  }
  const path = `/v1/${asked.kind}s/${asked.id}`;
  if (asked.does === "rename") return [`PATCH ${path}`, { body: { title: asked.title } }];
  if (asked.does === "delete") return [`DELETE ${path}`];
  if (asked.does === "restore") return [`POST ${path}/restore`, { body: {} }];
  const { parent, beside, side } = asked;
  const pointer = beside && { type: beside.kind, [beside.kind]: beside.id };
  return [
    `POST ${path}/move`,
    { body: { parent, ...(pointer && { position: { [side]: pointer } }) } },
  ];
}

/** What is in the data: below each parent, what stands there in order. */
async function seenIn({ service }: Platform): Promise<string> {
  const rows = [
    ...(await service.db
      .selectFrom("spaces")
      .select(["id", "title", "parent_id", "rank", "deleted_at"])
      .execute()),
    ...(
      await service.db
        .selectFrom("collections")
        .select(["id", "title", "parent_id", "rank"])
        .execute()
    ).map((row) => ({ ...row, deleted_at: null })),
  ].toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
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
