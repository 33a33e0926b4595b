/**
 * Parents from the project file, as text for messages, because the user may not know about the
 * file.
 */
import { relative } from "node:path";
import type { Context, JsonObject, Parent, ResolvedSettings } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { nouns } from "../../contract/nouns.ts";
import { asObject } from "../../json/values.ts";
import { asInput } from "./input.ts";

/**
 * `, in organization O1 (from .tome.json)`, for the end of a clause; `""` if the project file set
 * none of the parents.
 * @param titles of the parents, as far as they are known
 */
export function describeProjectParents(
  parents: readonly Parent[],
  settings: ResolvedSettings,
  cwd: string,
  titles: ReadonlyMap<Parent, string> = new Map(),
): string {
  const chosen = parents.flatMap((parent) => {
    const { value, projectFile } = settings[parent] ?? {};
    if (value === undefined || projectFile === undefined) return [];
    const title = titles.get(parent);
    const name = title === undefined ? value : `"${title}" (${value})`;
    return [{ name: `${nouns[parent].called} ${name}`, projectFile }];
  });
  const [first] = chosen;
  if (first === undefined) return "";
  const file = relative(cwd, first.projectFile);
  return `, in ${chosen.map(({ name }) => name).join(", ")} (from ${file})`;
}

/**
 * The same with the titles of the parents, for a question. A parent that cannot be read appears as
 * in the file.
 */
export async function describeTitledParents(
  parents: readonly Parent[],
  settings: ResolvedSettings,
  cwd: string,
  context: Pick<Context, "client" | "parentId">,
): Promise<string> {
  const titles = new Map<Parent, string>();
  for (const parent of parents.filter((one) => settings[one]?.projectFile !== undefined)) {
    const title = await findTitle(parent, context);
    if (title !== undefined) titles.set(parent, title);
  }
  return describeProjectParents(parents, settings, cwd, titles);
}

async function findTitle(
  parent: Parent,
  { client, parentId }: Pick<Context, "client" | "parentId">,
): Promise<string | undefined> {
  try {
    const input: JsonObject = {
      organizationId: (await parentId("org")) ?? null,
      [idFields[parent]]: (await parentId(parent)) ?? null,
    };
    const { value } = await (await client()).call(await loadEndpoint(parent), asInput(input));
    const { title } = asObject(value);
    return typeof title === "string" && title !== "" ? title : undefined;
  } catch {
    // The question is asked anyway; the write itself will report the error.
    return undefined;
  }
}

const idFields = { org: "organizationId", space: "spaceId", site: "siteId" } as const;

async function loadEndpoint(parent: Parent): Promise<Endpoint> {
  switch (parent) {
    case "org":
      return (await import("../../contract/organization.ts")).get;
    case "space":
      return (await import("../../contract/space.ts")).get;
    case "site":
      return (await import("../../contract/site.ts")).get;
  }
}

/** Puts `{projectParents}` at the end of the first clause of a sentence. */
export function withProjectParents(sentence: string): string {
  return sentence.replace(/[?.](?=\s|$)/, (sign) => `{projectParents}${sign}`);
}
