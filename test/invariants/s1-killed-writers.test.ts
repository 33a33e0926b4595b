import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Queries } from "../../src/service/database/tables.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openDatabase } from "../support/platforms/database.ts";
import { compileServe, type Served } from "../support/platforms/serving.ts";

const kills = amount({ short: 1, full: 200 });
const writers = 32;
const membersOfTeams = 4;

/** The acknowledged writes, and the write in progress at the kill. */
class Ledger {
  acknowledged = 0;
  /** The last acknowledged title of a space, and the requested one. */
  readonly titles = new Map<string, { answered: string; asked: string }>();
  readonly teams: string[] = [];
  /** The spaces of a collection, and whether its deletion was requested and acknowledged. */
  readonly collections = new Map<string, { spaces: string[]; asked: boolean; gone: boolean }>();
}

interface Setup {
  readonly served: Served;
  readonly ledger: Ledger;
  readonly org: string;
  readonly people: readonly string[];
}

async function write(setup: Setup, method: string, path: string, body?: object): Promise<string> {
  const answer = await setup.served.ask(`${method} /v1${path}`, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`);
  setup.ledger.acknowledged += 1;
  return String((answer.body as { id?: string } | undefined)?.id);
}

/** Renames one space repeatedly. */
async function retitle(setup: Setup): Promise<void> {
  const id = await write(setup, "POST", `/orgs/${setup.org}/spaces`, { title: "0" });
  const title = { answered: "0", asked: "0" };
  setup.ledger.titles.set(id, title);
  for (let count = 1; ; count++) {
    title.asked = String(count);
    await write(setup, "PATCH", `/spaces/${id}`, { title: title.asked });
    title.answered = title.asked;
  }
}

/** Creates teams, each with a row and one more for each member. */
async function team(setup: Setup): Promise<void> {
  const { org, people, ledger } = setup;
  for (;;) {
    const made = { title: "Crew", members: people };
    ledger.teams.push(await write(setup, "PUT", `/orgs/${org}/teams`, made));
  }
}

/** Creates collections with spaces, and deletes them: all their spaces take their place. */
async function dissolve(setup: Setup): Promise<void> {
  const { org, ledger } = setup;
  for (;;) {
    const id = await write(setup, "POST", `/orgs/${org}/collections`, { title: "Shelf" });
    const state = { spaces: [] as string[], asked: false, gone: false };
    ledger.collections.set(id, state);
    for (let count = 0; count < 3; count++) {
      const inside = { title: "Book", parent: id };
      state.spaces.push(await write(setup, "POST", `/orgs/${org}/spaces`, inside));
    }
    state.asked = true;
    await write(setup, "DELETE", `/collections/${id}`);
    state.gone = true;
  }
}

slowTest(
  "acknowledged writes survive a kill under load, and no change is partially applied",
  async () => {
    const serve = await compileServe();
    const folder = join(temporaryFolder(), "data");
    const ledger = new Ledger();
    const random = randomFrom();
    let people: string[] = [];
    let owner = "";
    for (let round = 0; round < kills; round++) {
      const served = await serve(folder);
      if (people.length === 0) {
        people = await peopleFor(served);
        owner = String(((await served.ask("GET /v1/user")).body as { id: string }).id);
      }
      const [organization] = (
        (await served.ask("GET /v1/orgs")).body as { items: { id: string }[] }
      ).items;
      const setup = { served, ledger, org: organization?.id ?? "", people };
      const before = ledger.acknowledged;
      const work = Array.from({ length: writers }, (_, index) => {
        const deed = [retitle, team, dissolve][index % 3] ?? retitle;
        // Ends only by the kill.
        return deed(setup).catch((error) => {
          if (!(error instanceof TypeError)) throw error;
        });
      });
      // The kill comes during the work, never before it has begun.
      while (ledger.acknowledged < before + writers) await pause(5);
      await pause(random.next() * 200);
      await served.kill();
      await Promise.all(work);
      await inspect(folder, ledger, owner);
    }
    const last = await serve(folder);
    expect((await last.ask("GET /v1/orgs")).status).toBe(200);
    await last.kill();
    report(
      "S1",
      `${kills} kills under ${writers} writers, ${ledger.acknowledged} answered writes, ${lost.total()} lost, ${halves.total()} half done`,
    );
  },
);

async function peopleFor(served: Served): Promise<string[]> {
  const roles = ["read", "comment", "edit", "review"].slice(0, membersOfTeams);
  const made = roles.map((role) => served.ask("POST /_tome/token", { role }));
  return (await Promise.all(made)).map(({ body }) => String((body as { user: string }).user));
}

/** Reads the data after the kill. */
/** Acknowledged writes that are missing, and changes that are partially applied. */
const [lost, halves] = [countFaults(), countFaults()];

async function inspect(folder: string, ledger: Ledger, owner: string): Promise<void> {
  const db = await openDatabase(folder);
  try {
    const { rows: integrity } = await sql`pragma integrity_check`.execute(db);
    expect(integrity).toEqual([{ integrity_check: "ok" }]);
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    await inspectTitles(db, ledger);
    await inspectTeams(db, ledger, owner);
    await inspectCollections(db, ledger);
  } finally {
    await db.destroy();
  }
}

async function inspectTitles(db: Queries, { titles }: Ledger): Promise<void> {
  const rows = await db.selectFrom("spaces").select(["id", "title"]).execute();
  const found = new Map(rows.map(({ id, title }) => [id, title]));
  for (const [id, { answered, asked }] of titles) {
    lost.add(![answered, asked].includes(found.get(id) ?? ""));
    expect([answered, asked]).toContain(found.get(id));
    // The result of the change in progress is known now.
    titles.set(id, { answered: found.get(id) ?? "", asked: found.get(id) ?? "" });
  }
}

async function inspectTeams(db: Queries, { teams }: Ledger, owner: string): Promise<void> {
  const rows = await db
    .selectFrom("teams")
    .leftJoin("team_members", "team_members.team_id", "teams.id")
    .select(["teams.id", (eb) => eb.fn.count("team_members.user_id").as("members")])
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "!=", owner)]))
    .groupBy("teams.id")
    .execute();
  const sizes = new Map(rows.map(({ id, members }) => [id, Number(members)]));
  // Teams without a response are complete too.
  halves.add([...sizes.values()].filter((size) => size !== membersOfTeams));
  expect(new Set(sizes.values())).toEqual(new Set([membersOfTeams]));
  expect(lost.add(teams.filter((id) => !sizes.has(id)))).toEqual([]);
}

async function inspectCollections(db: Queries, { collections }: Ledger): Promise<void> {
  const there = new Set((await db.selectFrom("collections").select("id").execute()).map(getId));
  const spaces = await db.selectFrom("spaces").select(["id", "parent_id"]).execute();
  const parents = new Map(spaces.map(({ id, parent_id }) => [id, parent_id]));
  for (const [id, state] of collections) {
    if (state.gone || !state.asked) expect([id, there.has(id)]).toEqual([id, !state.gone]);
    const parent = there.has(id) ? id : null;
    for (const space of state.spaces) {
      halves.add(parents.get(space) !== parent);
      expect([space, parents.get(space)]).toEqual([space, parent]);
    }
    state.gone = !there.has(id);
    state.asked = state.gone;
  }
}

function getId({ id }: { readonly id: string }): string {
  return id;
}
