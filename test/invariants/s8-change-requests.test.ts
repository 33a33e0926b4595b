import fc from "fast-check";
import { expect, test } from "vitest";
import * as cr from "../../src/contract/cr.ts";
import type { ContentChange } from "../../src/contract/cr-content.model.ts";
import type { Output } from "../../src/contract/endpoint.ts";
import type { Role } from "../../src/contract/roles.ts";
import * as space from "../../src/contract/space.ts";
import { readTree } from "../../src/service/areas/content/revisions.ts";
import { amount, report } from "../support/generators/amount.ts";
import {
  type Asked,
  after,
  type Model,
  type Settings,
  type Step,
  told,
  toldPages,
} from "../support/models/change-model.ts";
import { chosen, type ModelSetup, tryAll } from "../support/models/rounds.ts";
import { openWorkspace, type Workspace } from "../support/platforms/workspace.ts";

/** A command of a client; resources are selected by their index among the existing ones. */
interface Command {
  readonly does: Asked["does"];
  readonly who: number;
  readonly which: number;
  readonly settings: Settings;
  readonly steps: readonly {
    readonly does: Step["does"];
    readonly which: number;
    readonly title: string;
    readonly emoji: string | undefined;
  }[];
}

const number = fc.nat({ max: 1000 });
// Few of them, so that pages compete for the same path.
const title = fc.constantFrom("Start", "Guide", "Tour");
const weighed = <T>(weights: readonly (readonly [number, T])[]) =>
  fc.oneof(...weights.map(([weight, one]) => ({ weight, arbitrary: fc.constant(one) })));
const command: fc.Arbitrary<Command> = fc.record({
  does: weighed<Asked["does"]>([
    [3, "begin"],
    [3, "settle"],
    [8, "edit"],
    [3, "merge"],
    [3, "pull"],
    [2, "look"],
    [2, "count"],
  ]),
  who: number,
  which: number,
  settings: fc.oneof<fc.Arbitrary<Settings>[]>(
    fc.record({ subject: title }),
    fc.record({
      status: weighed<NonNullable<Settings["status"]>>([
        [3, "open"],
        [3, "draft"],
        [1, "archived"],
      ]),
    }),
  ),
  steps: fc.array(
    fc.record({
      does: weighed<Step["does"]>([
        [3, "insert"],
        [4, "update"],
        [1, "delete"],
      ]),
      which: number,
      title,
      emoji: fc.option(fc.constantFrom("🚀", "🎉"), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

test("concurrent change requests of four users have the numbers, states and contents of some serial order, and stable URLs", async () => {
  const workspace = await openWorkspace();
  const sequences = amount({ short: 1, all: 4, full: 500 });
  const trial = { command, open: () => openGround(workspace), meant, after, told };
  report("S8", `change requests: ${await tryAll(trial, sequences)}`);
});

function meant(command: Command, { people, all }: Model, label: string): Asked {
  const who = chosen([...people.keys()], command.who) ?? "";
  const { does } = command;
  if (does === "begin") return { does, who, subject: label };
  // Few of them, so that requests conflict.
  const id = chosen([...all.keys()].slice(-4), command.which);
  if (does === "count" || id === undefined) return { does: "count", who };
  if (does === "settle") return { does, who, id, settings: command.settings };
  if (does !== "edit") return { does, who, id };
  const names = [...(all.get(id)?.pages.keys() ?? [])];
  const steps = command.steps.map(({ does, which, title, emoji }, at): Step => {
    const name = chosen(names, which);
    if (does === "insert" || name === undefined) {
      return { does: "insert", name: `${label}-${at}`, page: { title, emoji } };
    }
    if (does === "delete") return { does, name };
    return { does, name, fields: emoji === undefined ? { title } : { emoji } };
  });
  return { does, who, id, steps };
}

async function openGround(workspace: Workspace): Promise<ModelSetup<Model, Asked>> {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const people = new Map<string, Role>([[admin, "admin"]]);
  for (const role of ["review", "edit", "create", "read"] as const) {
    people.set(await workspace.member(organizationId, role), role);
  }
  const input = { organizationId, title: "Guide" };
  const { id: spaceId, revision } = await workspace.ok(admin, space.create, input);
  const setup = new ChangesGround(workspace, admin, spaceId);
  return {
    model: { people, revision, pages: new Map(), all: new Map() },
    ask: (asked) => setup.ask(asked),
    seen: () => setup.state(),
  };
}

/** A space whose pages have their names as descriptions. */
class ChangesGround {
  readonly #getId = new Map<string, string>();
  readonly #nameOf = new Map<string, string>();
  readonly #addresses = new Map<string, string>();

  constructor(
    readonly workspace: Workspace,
    readonly admin: string,
    readonly spaceId: string,
  ) {}

  async ask(asked: Asked) {
    const { status, body } = await this.#request(asked);
    if (body !== undefined && (asked.does === "merge" || asked.does === "pull")) {
      const { result, revision } = body as Output<typeof cr.merge>;
      return { status, body: { result, revision } };
    }
    return { status, body: body === undefined ? undefined : comparable(body as Presented) };
  }

  #request(asked: Asked) {
    const { workspace, spaceId } = this;
    const { who } = asked;
    if (asked.does === "count") return workspace.ask(who, space.get, { spaceId });
    if (asked.does === "begin") {
      return workspace.ask(who, cr.create, { spaceId, subject: asked.subject });
    }
    const ids = { spaceId, changeRequestId: asked.id };
    if (asked.does === "settle")
      return workspace.ask(who, cr.update, { ...ids, ...asked.settings });
    if (asked.does === "edit") {
      const changes = asked.steps.map((step) => this.#getChange(step));
      return workspace.ask(who, cr.edit, { ...ids, changes });
    }
    if (asked.does === "merge") return workspace.ask(who, cr.merge, ids);
    if (asked.does === "pull") return workspace.ask(who, cr.pull, ids);
    return workspace.ask(who, cr.get, ids);
  }

  #getChange(step: Step): ContentChange {
    if (step.does === "insert") {
      const { title, emoji } = step.page;
      const said = { title, description: step.name, ...(emoji !== undefined && { emoji }) };
      return { operation: "insert_page", document: {}, ...said };
    }
    const page = this.#getId.get(step.name) ?? "unknown";
    if (step.does === "delete") return { operation: "delete_page", page };
    const { title, emoji } = step.fields;
    const said = { ...(title !== undefined && { title }), ...(emoji !== undefined && { emoji }) };
    return { operation: "update_page", page, ...said };
  }

  /** The complete state, as in lists and revisions. */
  async state(): Promise<string> {
    const { workspace, admin, spaceId } = this;
    const counts = comparable(await workspace.ok(admin, space.get, { spaceId }));
    const all = [];
    for (const status of ["draft", "open", "archived", "merged"] as const) {
      const { items } = await workspace.ok(admin, cr.list, {
        spaceId,
        status: [status],
        limit: 1000,
      });
      for (const one of items) {
        all.push({
          ...comparable(one),
          number: one.number,
          pages: await this.#pagesIn(one.revision),
        });
      }
    }
    return JSON.stringify({
      ...counts,
      pages: await this.#pagesIn(counts.revision ?? "", true),
      all: all.toSorted((one, other) => one.number - other.number),
    });
  }

  /** @param isPublished whether the paths of the pages must stay */
  async #pagesIn(revision: string, isPublished = false): Promise<string[]> {
    const { pages } = await readTree(this.workspace.db, revision);
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
    for (const { id, slug = "", description: name = "" } of pages) {
      this.#getId.set(name, id);
      this.#nameOf.set(id, name);
      if (!isPublished) continue;
      expect([name, slug]).toEqual([name, this.#addresses.get(id) ?? slug]);
      this.#addresses.set(id, slug);
    }
    const named = pages.map(
      ({ description: name = "", title, emoji }) => [name, { title, emoji }] as const,
    );
    return toldPages(new Map(named));
  }
}

type Presented = Output<typeof cr.get> | Output<typeof space.get>;

/** The state of a change request, and of a space, in the model. */
function comparable(seen: Presented) {
  if (seen.object === "change-request") {
    const { id, number, status, subject, outdated } = seen;
    return { id, number, status, subject, outdated };
  }
  const { revision, changeRequests, changeRequestsOpen, changeRequestsDraft } = seen;
  return { revision, changeRequests, changeRequestsOpen, changeRequestsDraft };
}
