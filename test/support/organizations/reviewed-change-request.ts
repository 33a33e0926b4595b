/** A platform with one change request, whose changes and reviews a test chooses. */
import type { TerminalView } from "../../../src/context.ts";
import { openScriptedContext } from "../commands/scripted-context.ts";

interface ReviewedChangeRequest {
  /** Fields of the change request. */
  readonly cr?: object;
  readonly changes?: readonly object[];
  /** Number of changes that are not listed. */
  readonly more?: number;
  readonly conflicts?: readonly object[];
  readonly reviews?: readonly object[];
  readonly requested?: readonly object[];
  readonly rules?: readonly object[];
  /** Rows of the permissions in the space. */
  readonly permissions?: readonly object[];
  /** Texts of pages by revision and page: `new P1`. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Pages of the revisions, by revision. */
  readonly trees?: Readonly<Record<string, readonly object[]>>;
  /** Ids of change requests by contributor. */
  readonly contributions?: Readonly<Record<string, readonly string[]>>;
  /** The caller's choice of an output form. */
  readonly choice?: object;
  readonly screen?: boolean;
}

export const ids = { spaceId: "S1", changeRequestId: "R1" };

export function openReviewed(world: ReviewedChangeRequest = {}) {
  const path = "/spaces/S1/change-requests/R1";
  const answers: Readonly<Record<string, unknown>> = {
    [path]: {
      id: "R1",
      number: 7,
      subject: "Words",
      status: "open",
      createdBy: { id: "U1", displayName: "Ada" },
      createdAt: "2026-01-02T03:04:05.000Z",
      revision: "new",
      revisionInitial: "old",
      ...world.cr,
    },
    [`${path}/changes`]: {
      changes: world.changes ?? [],
      more: world.more,
      conflicts: world.conflicts ?? [],
    },
    [`${path}/reviews`]: { items: world.reviews ?? [] },
    [`${path}/requested-reviewers`]: { items: world.requested ?? [] },
    "/spaces/S1": {
      id: "S1",
      title: "Handbook",
      organization: "O1",
      mergeRules: { type: "rules", rules: world.rules ?? [] },
    },
    "/user": { id: "ME", displayName: "Me" },
    "/orgs/O1/members/U5": { user: { displayName: "Linus" } },
    "/spaces/S1/permissions/aggregate": { items: world.permissions ?? [] },
  };
  const answer = ({ line }: { readonly line: string }) => {
    const { pathname, searchParams } = new URL(line.replace(/^GET /, ""), "http://x");
    if (pathname === "/spaces/S1/change-requests") {
      const list = world.contributions?.[searchParams.get("contributor") ?? ""] ?? [];
      return { items: list.map((id) => ({ id })) };
    }
    const [, revision = "", id] =
      /^\/spaces\/S1\/revisions\/(\w+)(?:\/page\/(\w+))?/.exec(pathname) ?? [];
    if (id !== undefined) return { markdown: world.texts?.[`${revision} ${id}`] ?? "" };
    if (revision !== "") return { pages: world.trees?.[revision] ?? [] };
    return answers[pathname] ?? 404;
  };
  const { screen = true, choice = {} } = world;
  const more = { choice, toMarkdown: async (document: unknown) => `${String(document)}\n` };
  return openScriptedContext({ answer, screen, more });
}

/** The lines of a view, with tones of colored parts. */
export function drawLines(view: TerminalView | undefined): string[] {
  const lines = (view ?? []).flatMap((block) => ("lines" in block ? block.lines : []));
  return lines.map((line) =>
    line
      .map((part) => {
        if (typeof part === "string") return part;
        return part.tone === undefined ? part.text : `<${part.tone} ${part.text}>`;
      })
      .join(""),
  );
}
