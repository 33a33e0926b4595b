import { expect, test } from "vitest";
import {
  describeVia,
  getPersonName,
  getThingName,
  selectAccessColumns,
  toRecord,
} from "../../../src/features/access/columns.ts";
import type { AccessRow } from "../../../src/features/access/rows.ts";

const row: AccessRow = {
  user: { id: "U1", displayName: "Ada", email: null },
  standing: "member",
  thing: { object: "space", id: "S1", title: 'Hand"book' },
  role: "edit",
  via: "direct",
  from: null,
  by: null,
  team: null,
  effective: true,
  computed: false,
};
const docs = { id: "T1", title: "Docs" };
const from = (object: "collection" | "space" | "site") => ({ object, id: "X", title: "Guides" });

test.each<readonly [Partial<AccessRow>, string]>([
  [{}, "direct"],
  [{ via: "level" }, "level"],
  [{ via: "team", team: docs }, "team Docs"],
  [{ via: "team" }, ""],
  [{ via: "collection", from: from("collection"), by: "direct" }, "collection Guides, direct"],
  [
    { via: "collection", from: from("collection"), by: "team", team: docs },
    "collection Guides, team Docs",
  ],
  [{ via: "site", from: from("site"), by: "level", team: docs }, "docs site Guides, level"],
  [{ via: "space", from: from("space") }, "space Guides"],
])("the source of %j is %s", (more, text) => {
  expect(describeVia({ ...row, ...more })).toBe(text);
  expect(toRecord({ ...row, ...more })).toEqual({ ...row, ...more, why: text });
});

test.each([
  [false, false, ["NAME", "ROLE", "RESOURCE", "KIND", "REASON", "STATUS", "EMAIL"]],
  [true, false, ["ROLE", "RESOURCE", "KIND", "REASON", "STATUS"]],
  [false, true, ["NAME", "ROLE", "REASON", "STATUS", "EMAIL"]],
  [true, true, ["ROLE", "REASON", "STATUS"]],
])("columns of one user: %s, and of one resource: %s", (isOfOnePerson, isOfOneThing, headers) => {
  const columns = selectAccessColumns(isOfOnePerson, isOfOneThing);
  expect(columns.map(({ header }) => header)).toEqual(headers);
  const titled = columns.filter(({ as }) => as === "title").map(({ header }) => header);
  expect(titled).toEqual(isOfOnePerson ? (isOfOneThing ? [] : ["RESOURCE"]) : ["NAME"]);
  const email = columns.find(({ header }) => header === "EMAIL");
  if (email !== undefined) expect(email.wide).toBe(true);
});

test("users and resources have names", () => {
  expect(getPersonName(row)).toBe("Ada");
  expect(getPersonName({ user: null, team: docs })).toBe("no member of the team Docs");
  expect(getPersonName({ user: null, team: null })).toBe("no member of the team ");
  expect(getThingName(row.thing)).toBe('the space "Hand\\"book"');
  expect(getThingName({ ...row.thing, object: "site", title: "A" })).toBe('the docs site "A"');
  expect(getThingName({ ...row.thing, object: "organization", title: "A" })).toBe(
    'the organization "A"',
  );
});
