/** What the files no longer have: deleted only if it was made or adopted here, and only where that is asked for. */
import { UsageError } from "../../errors.ts";
import { type LiveThings, liveKey } from "./live.ts";
import type { Locked } from "./lock.ts";
import { findReplacement } from "./replaced.ts";
import { type PlanInput, restoring, type Step } from "./step.ts";
import { getListName, getSite, type Kind, nounOf, partKinds } from "./thing.ts";
import type { WantedThings } from "./wanted.ts";

interface Given {
  readonly input: PlanInput;
  readonly wanted: WantedThings;
  readonly locked: Map<string, Locked>;
  readonly live: LiveThings;
  /** The id of who asks, who is never removed. */
  readonly caller: string;
  /** What is created and changed. */
  readonly steps: readonly Step[];
}

/** What says that the files list all things of a kind. */
const listOfKind: Readonly<Partial<Record<Kind, string>>> = {
  member: "members",
  team: "teams",
  collection: "collections",
  space: "spaces",
  specification: "specs",
  site: "sites",
};

/** @throws UsageError if too much would go, or if what goes may be what comes under another key */
export function listDeletions(given: Given): { steps: readonly Step[]; notes: readonly string[] } {
  const { input, locked, live } = given;
  const gone = missing(given);
  const notes: string[] = [];
  const steps: Step[] = [];
  /** Those that others take the place of: they are in the files, so they go without being asked for. */
  const replaced: Step[] = [];
  for (const [address, { kind, id, protect }] of gone) {
    const there = live.get(liveKey(kind, id));
    if (there === undefined) {
      locked.delete(address);
      continue;
    }
    const why = protect ? "it is protected" : personKept(kind, id, given);
    if (why !== undefined) {
      notes.push(`${address} is no longer in the files and stays: ${why}.`);
      continue;
    }
    const { title } = there;
    const step = { does: "delete", address, kind, title, id, changes: [], live: there } as const;
    if (findReplacement(address) !== undefined) replaced.push(step);
    else steps.push({ ...step, note: restoring(kind, id) });
  }
  refuseRenames(given, steps);
  if (input.prune !== true) {
    if (steps.length > 0) {
      const names = steps.slice(0, 5).map(({ address }) => address);
      const more = steps.length > names.length ? ` and ${steps.length - names.length} more` : "";
      notes.push(`No longer in the files: ${names.join(", ")}${more}; --prune deletes them.`);
    }
    refuseTooMany(given, []);
    return { steps: replaced, notes };
  }
  refuseTooMany(given, steps);
  return { steps: withoutParts([...replaced, ...steps]), notes };
}

/** A section goes with its site spaces, of which it needs one. */
function withoutParts(steps: readonly Step[]): readonly Step[] {
  const sections = new Set(
    steps.flatMap(({ kind, address }) => (kind === "section" ? address : [])),
  );
  return steps.filter(({ kind, live }) => {
    const section = kind === "site-space" ? live?.fields.get("section") : undefined;
    return typeof section !== "string" || !sections.has(section);
  });
}

/** What the lock has and the files would list. With a site its parts go, without steps of their own. */
function missing({ wanted, locked }: Given): readonly (readonly [string, Locked])[] {
  return [...locked].filter(([address, { kind }]) => {
    if (wanted.things.has(address)) return false;
    const list = partKinds.includes(kind) ? getSite(address) : listOfKind[kind];
    return list !== undefined && wanted.listed.has(list);
  });
}

function personKept(kind: Kind, id: string, { caller, live }: Given): string | undefined {
  if (kind !== "member") return undefined;
  if (id === caller) return "this is you";
  const isAdmin = (one: string) => live.get(liveKey("member", one))?.fields.get("role") === "admin";
  if (!isAdmin(id)) return undefined;
  const admins = [...live.values()].filter((one) => one.kind === "member" && isAdmin(one.id));
  return admins.length === 1 ? "this is the last admin" : undefined;
}

/** The kinds that hold something which would be lost. */
const withContent: readonly Kind[] = ["team", "collection", "space", "site"];

function refuseRenames({ steps, input }: Given, deletions: readonly Step[]): void {
  for (const kind of withContent) {
    const created = steps.filter((step) => step.does === "create" && step.kind === kind);
    for (const { address, title } of deletions.filter((step) => step.kind === kind)) {
      const alike =
        created.find((one) => one.title === title) ?? (input.prune ? created[0] : undefined);
      if (alike === undefined) continue;
      const [, before] = address.split("/");
      throw new UsageError(
        `${alike.address} is new in the files, and ${address} is gone from them: if that is the same ${nounOf[kind]}, add "moved: ${before}" to it; if it is another one, ${input.prune ? "apply without --prune first, and with it afterwards" : "give it another title"}. Nothing was changed.`,
      );
    }
  }
}

/** Of fewer than this, any number may go. */
const fewest = 10;

function refuseTooMany({ input, locked, steps }: Given, deletions: readonly Step[]): void {
  const { maxDeletes = "30%" } = input;
  const [, number, percent] = /^(\d{1,7})(%?)$/.exec(maxDeletes.trim()) ?? [];
  if (number === undefined || (percent === "%" && Number(number) > 100)) {
    throw new UsageError(
      `--max-deletes must be a number, or a percentage such as 30%, not ${JSON.stringify(maxDeletes)}.`,
    );
  }
  const mayGo = (all: number) =>
    percent === "%" ? Math.floor((all * Number(number)) / 100) : Number(number);
  const refuse = (what: string, going: number, all: number) => {
    if (all < fewest && percent === "%") return;
    if (going <= mayGo(all)) return;
    throw new UsageError(
      `${going} of ${all} ${what} would be deleted, and ${mayGo(all)} may; nothing was changed. If the files are whole, give --max-deletes ${going}.`,
    );
  };
  for (const kind of new Set(deletions.map((step) => step.kind))) {
    const all = [...locked.values()].filter((one) => one.kind === kind).length;
    const going = deletions.filter((step) => step.kind === kind).length;
    refuse(`${nounOf[kind]}s of the lock`, going, all);
  }
  for (const { address, changes, live } of steps) {
    const going = new Map<string, number>();
    for (const { field, to } of changes) {
      const list = getListName(field);
      if (list !== undefined && to === null) going.set(list, (going.get(list) ?? 0) + 1);
    }
    for (const [list, count] of going) {
      const all = [...(live?.fields.keys() ?? [])].filter(
        (field) => getListName(field) === list,
      ).length;
      refuse(`entries of ${list} in ${address}`, count, all);
    }
  }
}
