/** Takes a description apart into small ones, so that a validator can list the faults of each. */
import { isTree, type Tree } from "../../../contract/openapi-references.ts";

export type Version = "2.0" | "3.0" | "3.1";

/** Members that hold any number of things by name. */
const maps = ["paths", "webhooks", "definitions", "parameters", "responses"];

/**
 * First the description without its many things, then each of those in a description of its own, at
 * the path that it has in the whole.
 */
export function* piecesOf(document: unknown, version: Version): Generator<unknown> {
  if (!isTree(document)) {
    yield document;
    return;
  }
  const { components } = document;
  yield {
    ...document,
    ...emptied(document, maps),
    ...(isTree(components) && { components: emptied(components, Object.keys(components), true) }),
  };
  const frame = {
    ...(version === "2.0" ? { swagger: "2.0" } : { openapi: document.openapi }),
    info: { title: "", version: "" },
    paths: {},
  };
  for (const map of maps) {
    for (const held of entriesOf(document[map])) yield { ...frame, [map]: held };
  }
  for (const [section, things] of Object.entries(isTree(components) ? components : {})) {
    for (const held of entriesOf(things)) yield { ...frame, components: { [section]: held } };
  }
}

/** What is no map stays as it is: that is a fault of the whole. */
function emptied(from: Tree, names: readonly string[], withOthers = false): Tree {
  const result: Tree = {};
  for (const name of names) {
    if (isTree(from[name])) result[name] = {};
    else if (withOthers) result[name] = from[name];
  }
  return result;
}

function* entriesOf(map: unknown): Generator<Tree> {
  if (!isTree(map)) return;
  // Not an assignment: the name may be __proto__.
  for (const entry of Object.entries(map)) yield Object.fromEntries([entry]);
}
