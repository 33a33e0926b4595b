/** `.gitbook/vars.yaml`: the variables of a space, one per line. */

import { restoreLineEnds, withLineFeeds } from "../../../../document/markdown/line-ends.ts";
import { longestVariables } from "../../../../document/repository/import-limits.ts";
import { joinPath } from "../../../../document/repository/paths.ts";
import {
  parseVariables,
  VariablesError,
  variablesLocation,
} from "../../../../document/repository/variables.ts";
import { changeYaml, writeYaml } from "../../../../document/yaml.ts";
import { computeSum } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { type ContentTree, isSameValue, type Variables } from "../../content/tree/tree.ts";
import { decodeText } from "./decode-text.ts";
import type { ReadingProject } from "./project-assets.ts";
import type { SyncedFile } from "./synced-files.ts";

/**
 * @returns the variables of the repository; the last synchronized ones if it never had the file
 * @throws GitFailure for a file that is not a map of strings, numbers and booleans
 */
export async function readVariables({
  project,
  clone,
  memory,
}: ReadingProject): Promise<{ readonly values: Variables; readonly files: readonly SyncedFile[] }> {
  const entry = project.files.get(variablesLocation);
  if (!entry) {
    const wasThere = memory.files.has(joinPath(project.paths.root, variablesLocation));
    const isFirst = memory.files.size === 0;
    return { values: wasThere || isFirst ? {} : memory.tree.variables, files: [] };
  }
  const { oid, path } = entry;
  const size = computeSum(await clone.sizes([oid]));
  if (size > longestVariables) {
    throw new GitFailure(
      "too-large",
      `${path} has ${size} bytes, which exceeds the limit of ${longestVariables}.`,
    );
  }
  const bytes = (await clone.read([oid])).get(oid);
  const values = readVariablesFile(decodeText(bytes, path), path);
  return { values, files: [{ path, oid }] };
}

/**
 * The file of an export; unchanged lines are preserved.
 * @param before the last synchronized content
 * @returns absent for a space without variables
 */
export function createVariablesFile({ variables }: ContentTree, before: ContentTree | undefined) {
  if (Object.keys(variables).length === 0) return undefined;
  return {
    isUnchanged: isSameValue(variables, before?.variables),
    write: async (base: Uint8Array | undefined) => {
      const text = base && rewriteIfChanged(Buffer.from(base).toString("utf8"), variables);
      return Buffer.from(text ?? writeYaml(variables), "utf8");
    },
  };
}

/** @returns undefined if the file cannot be updated, and a new one must be written */
function rewriteIfChanged(text: string, variables: Variables): string | undefined {
  try {
    const before = readVariablesFile(text, variablesLocation);
    const names = Object.keys({ ...before, ...variables });
    const changed = names.filter((name) => before[name] !== variables[name]);
    if (changed.length === 0) return text;
    const changes = new Map(changed.map((name) => [name, variables[name]]));
    const result = changeYaml(withLineFeeds(text), changes);
    if (result === undefined) return undefined;
    const isSame = isSameValue(readVariablesFile(result, variablesLocation), variables);
    return isSame ? restoreLineEnds(text, result) : undefined;
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

function readVariablesFile(text: string, path: string): Variables {
  try {
    return parseVariables(text, path);
  } catch (error) {
    if (error instanceof VariablesError) throw new GitFailure("failed", error.message);
    throw error;
  }
}
