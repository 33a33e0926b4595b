/** The layers of the local platform, and the absence of import cycles in the sources. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";
import { type Import, importsOfSources } from "./imports.ts";

interface Step {
  readonly from: string;
  readonly to: string;
}

const steps: readonly Step[] = importsOfSources().flatMap(({ from, to }: Import) =>
  to.kind === "own" ? [{ from, to: to.file }] : [],
);

/** From the bottom up: a layer imports itself and the preceding ones, including types. */
const layers = ["engines", "database", "jobs", "core", "areas", "server", ""];

/** The layer of a file of the platform; undefined for every other file. */
function getLayer(file: string): number | undefined {
  const [, folder] = /^src\/service\/(?:([a-z]+)\/)?/.exec(file) ?? [undefined, undefined];
  return file.startsWith("src/service/") ? layers.indexOf(folder ?? "") : undefined;
}

function getArea(file: string): string | undefined {
  return /^src\/service\/areas\/([^/]+)\//.exec(file)?.[1];
}

/** The nodes of one cycle, if there is one. */
function circleIn(edges: readonly Step[]): readonly string[] {
  const after = new Map<string, string[]>();
  for (const { from, to } of edges) after.set(from, [...(after.get(from) ?? []), to]);
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (node: string): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    path.push(node);
    for (const to of after.get(node) ?? []) {
      const circle = walk(to);
      if (circle.length > 0) return circle;
    }
    path.pop();
    done.add(node);
    return [];
  };
  for (const node of after.keys()) {
    const circle = walk(node);
    if (circle.length > 0) return circle;
  }
  return [];
}

test("no file of the platform imports a layer above it", () => {
  const inside = steps.filter(
    ({ from, to }) => from.startsWith("src/service/") && getLayer(to) !== undefined,
  );
  expect(inside.length).toBeGreaterThan(1000);
  const up = inside.filter(({ from, to }) => (getLayer(to) ?? 0) > (getLayer(from) ?? 0));
  expect(
    up.map(({ from, to }) => `${from} must not import ${to}: move what both need to core.`),
  ).toEqual([]);
});

test("imports between areas are acyclic", () => {
  const between = steps.flatMap(({ from, to }) => {
    const [one, other] = [getArea(from), getArea(to)];
    return one !== undefined && other !== undefined && one !== other
      ? [{ from: one, to: other }]
      : [];
  });
  expect(between.length).toBeGreaterThan(50);
  expect(circleIn(between)).toEqual([]);
});

test("the sources have no import cycles, including types", () => {
  expect(circleIn(steps)).toEqual([]);
});

test("each area is named once: in server/areas.ts", () => {
  const naming = steps.filter(({ to }) => /^src\/service\/areas\/[^/]+\/area\.ts$/.test(to));
  expect(new Set(naming.map(({ from }) => from))).toEqual(new Set(["src/service/server/areas.ts"]));
  const folders = readdirSync(join(root, "src/service/areas")).sort();
  expect(naming.map(({ to }) => getArea(to)).sort()).toEqual(folders);
});

test("the platform has three files outside its folders", () => {
  const loose = readdirSync(join(root, "src/service"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  expect(loose.sort()).toEqual(["listen.ts", "open.ts", "service.ts"]);
});
