/** Rules for the content, links, files and Git sync of spaces. */
import type { JsonObject } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import * as file from "../../contract/file.ts";
import * as git from "../../contract/git.ts";
import * as page from "../../contract/page.ts";
import * as space from "../../contract/space.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { listConflicts } from "../git/report.ts";
import type { Items } from "../organization/organization-reader.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";
import {
  type CheckScope,
  day,
  type FindFindings,
  getPublishedUrl,
  inEachSpace,
  type ScopedResource,
} from "./organization-scope.ts";

/** All links of a space; several rules share the request. */
function findLinks(
  { reading }: CheckScope,
  { id, title }: ScopedResource,
): Promise<Items | undefined> {
  return reading.list(`the links of ${JSON.stringify(title)}`, space.links, { spaceId: id });
}

const isBroken = ({ status }: JsonObject) => status === "broken";

export const findBrokenLinks: FindFindings = inEachSpace(async (where, scope) => {
  const links = (await findLinks(scope, where)) ?? [];
  return links.filter(isBroken).flatMap(({ targetReference, locationReferences }) => {
    const target = resolveTarget(asObject(targetReference ?? null));
    const locations = Array.isArray(locationReferences) ? locationReferences.map(asObject) : [];
    return locations.slice(0, 1).map((location) => {
      const source = asObject(location.page ?? location.reusableContent ?? null);
      const title = asText(source.title) || where.title;
      const name = target.name === "" ? "deleted content" : target.name;
      return {
        rule: "space-link-broken",
        id: typeof source.id === "string" ? source.id : where.id,
        target: target.id,
        title: `${title}, in ${where.title}`,
        message: `A link refers to ${name}${target.name === "" ? "" : ", which does not exist"}.`,
        ...getPublishedUrl(source),
      };
    });
  });
});

function resolveTarget(ref: JsonObject): { readonly id: string; readonly name: string } {
  const inner = asObject(ref.page ?? ref.file ?? ref.space ?? ref.reusableContent ?? null);
  const location = asObject(ref.internalLocation ?? null);
  const anchor = asText(location.anchor);
  if (ref.kind === "url") return { id: asText(ref.url), name: asText(ref.url) };
  const title = asText(inner.title) || asText(inner.name);
  const id = [asText(inner.id), anchor].filter((one) => one !== "").join("#");
  return { id, name: anchor === "" ? title : `#${anchor} on ${title}` };
}

export const findOrphans: FindFindings = inEachSpace(async (where, scope) => {
  const { reading } = scope;
  const label = `the files of ${JSON.stringify(where.title)}`;
  const files = await reading.list(label, file.list, { spaceId: where.id });
  if (files === undefined || files.length === 0) return [];
  const links = await findLinks(scope, where);
  // Without the links, a file cannot be reported as unused.
  if (links === undefined) return [];
  const used = new Set(
    links.map(({ targetReference }) => asObject(asObject(targetReference ?? null).file ?? null).id),
  );
  return files
    .filter(({ id }) => !used.has(id ?? null))
    .map((one) => ({
      rule: "file-orphan",
      id: asText(one.id),
      target: "",
      title: `${asText(one.name)}, in ${where.title}`,
      message: "No page uses the file.",
    }));
});

export const findUndescribed: FindFindings = inEachSpace(async (where, { reading }) => {
  const label = `the pages of ${JSON.stringify(where.title)}`;
  const answer = await reading.one(label, page.list, { spaceId: where.id });
  const pages: JsonObject[] = [];
  const walk = (value: unknown): void => {
    for (const one of Array.isArray(value) ? value.map(asObject) : []) {
      pages.push(one);
      walk(one.pages);
    }
  };
  walk(answer?.pages);
  return pages
    .filter(({ type, description, hidden }) => {
      return type === "document" && hidden !== true && asText(description).trim() === "";
    })
    .map((one) => ({
      rule: "page-without-description",
      id: asText(one.id),
      target: "",
      title: `${asText(one.title)}, in ${where.title}`,
      message: "The page has no description.",
      ...getPublishedUrl(one),
    }));
});

export const findFailedSyncs: FindFindings = inEachSpace(async (where, { reading }) => {
  if (where.value.gitSync === undefined) return [];
  const label = `the Git sync of ${JSON.stringify(where.title)}`;
  const info = await reading.one(label, git.info, { spaceId: where.id });
  const operation = asObject(info?.operation);
  const problem = asText(asObject(info?.problem).message);
  if (problem !== "") {
    return [onSpace("git-sync-failed", where, `The space is not synchronized: ${problem}`)];
  }
  if ((info?.state ?? operation.state) !== "failure") return [];
  const why =
    asText(info?.error) || asText(operation.error) || "The platform did not return a reason.";
  const direction = asText(operation.direction) || asText(info?.operation);
  return [onSpace("git-sync-failed", where, `The last ${direction} failed: ${why}`)];
});

export const findUnsynced: FindFindings = inEachSpace(async (where) =>
  where.value.gitSync === undefined
    ? [onSpace("git-sync-absent", where, "The space is not connected to a Git repository.")]
    : [],
);

export const findStale: FindFindings = inEachSpace(async (where, scope) => {
  const days = scope.computeNumber("space-stale", "days", where);
  const changed = Date.parse(asText(where.value.updatedAt));
  if (Number.isNaN(changed) || scope.now - changed < days * day) return [];
  const links = await findLinks(scope, where);
  const broken = links?.filter(isBroken).length ?? 0;
  const newer = links?.filter(({ targetReference }) => {
    const { openAPISpec } = asObject(targetReference ?? null);
    return Date.parse(asText(asObject(openAPISpec ?? null).updatedAt)) > changed;
  });
  const label = `the comments of ${JSON.stringify(where.title)}`;
  const comments = await scope.reading.list(label, comment.list, {
    spaceId: where.id,
    status: "open",
  });
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [formatCount(number, one, many)];
  const signs = [
    ...count(broken, "broken link", "broken links"),
    ...count(comments?.length ?? 0, "open comment", "open comments"),
    ...(newer?.length ? ["a newer API specification"] : []),
  ];
  if (signs.length === 0) return [];
  const age = Math.floor((scope.now - changed) / day);
  const message = `The space was last changed ${age} days ago and has ${signs.join(" and ")}.`;
  return [onSpace("space-stale", where, message)];
});

export const findUnruled: FindFindings = async (scope) => {
  const organization = await scope.reading.organization();
  const inherited = asObject(organization?.mergeRules ?? null).type;
  return scope.spaces.flatMap((where) => {
    const { type } = asObject(where.value.mergeRules ?? null);
    const isFree = type === "none" || (type === "inherit" && inherited === "none");
    if (!isFree) return [];
    const message = "Change requests can be merged without a review.";
    return [{ ...onSpace("no-merge-rules", where, message), spaces: [where.id] }];
  });
};

export function onSpace(rule: string, { id, title, value }: ScopedResource, message: string) {
  return { rule, id, target: "", title, message, ...getPublishedUrl(value) };
}

/** Conflicts of the next Git import, by the import plan of the platform. */
export const findConflicts: FindFindings = async ({ reading, spaces, planImport }) => {
  const synced = spaces.filter(({ value }) => value.gitSync !== undefined);
  const findings = await runFewAtOnce(synced, async (where) => {
    const label = `the import plan of ${JSON.stringify(where.title)}`;
    const plan = await reading.attempt(label, () => planImport(where.id));
    if (plan === undefined) return [];
    if (plan.state !== "success") {
      const why = asText(plan.error) || "The platform did not return a reason.";
      return [onSpace("sync-conflict", where, `The next import would fail: ${why}`)];
    }
    return listConflicts(asObject(plan.report)).map(({ path, title }) => {
      const name = asText(path) || asText(title);
      const message = `${name} has conflicting changes in the space and the repository.`;
      return { ...onSpace("sync-conflict", where, message), target: name };
    });
  });
  return findings.flat().map((one) => ({ ...one, spaces: [one.id] }));
};
