import { describe, expect, test } from "vitest";
import {
  type CatalogCommand,
  findCatalogCommand,
  isLocalPath,
  isText,
  loadCatalog,
  mayBeText,
  searchCatalog,
} from "../../../src/app/agents/catalog.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { slowTests } from "../../support/generators/amount.ts";

const catalog = await loadCatalog();

describe("a search", () => {
  test.each([
    ["rename a page and update links to it", "cr edit"],
    ["delete a page", "cr edit"],
    ["who can edit a space and why", "access list"],
    ["what changed last week", "org audit list"],
    ["give a team edit access to a space", "space permission grant"],
    ["remove a member from all teams", "team drop"],
    ["schedule a merge of a change request", "cr merge"],
    ["replace a term in all pages of a space", "cr replace"],
    ["make a share link for a site", "site share-link create"],
    ["set a glossary term", "translation glossary update"],
    ["compare versions of an API for breaking changes", "openapi diff"],
    ["move a space to another collection", "space move"],
  ])("for %j finds %s", (query, command) => {
    const found = searchCatalog(catalog, query, 8);
    expect(found.map(({ name }) => name)).toContain(command);
  });

  test("prefers commands that are not deprecated", () => {
    const [first] = searchCatalog(catalog, "move a section of a site", 8);
    expect(first?.summary).not.toContain("deprecated");
  });
});

describe("the order of the results", () => {
  /** Searches for commands with these names, summaries and, optionally, the inputs of a command. */
  const search = (
    query: string,
    rows: readonly (readonly [name: string, summary: string, inputs?: string])[],
    most = 20,
  ) => {
    const small = rows.map(([name, summary, inputs = "org ping"]): [string, CatalogCommand] => [
      name,
      { ...findCatalogCommand(catalog, inputs), name, summary },
    ]);
    return searchCatalog(new Map(small), query, most).map(({ name }) => name);
  };
  const shelf = [
    ["tray list", "List trays", "space list"],
    ["crate list", "Show what is deletedly"],
    ["box list", "Show a deleted box"],
    ["big-box list", "Show the deleted boxes"],
    ["undo deleted", "Restore"],
    ["bag list", "List bags"],
  ] as const;

  test("is: a word of the name, of the summary, its start, an input; the shorter name first", () => {
    const names = ["undo deleted", "box list", "big-box list", "crate list", "tray list"];
    expect(search("Deleted", shelf)).toEqual(names);
    expect(search("deleted", shelf.toReversed())).toEqual(names);
    expect(search("deleted", shelf, 2)).toEqual(names.slice(0, 2));
  });

  test.each([
    ["a plural", "widgets", ["pin widget", "widget get", "box list"]],
    ["a synonym in a name, before a summary", "rollback", ["undo it", "bin list"]],
    ["the start of a word of four letters", "cate", ["bag list"]],
    ["no start of three letters", "cat", []],
    ["no single letter", "x", []],
    ["two letters", "xy", ["xy"]],
    ["no stop word", "the", []],
    ["a word that ends in s", "status", ["status get"]],
    ["the plural of an input", "emails", ["tin list"]],
    ["an input that ends in s", "previous", ["ask it"]],
    ["letters beyond ASCII", "größe", ["pot list"]],
  ])("of %s", (_, query, names) => {
    const rows = [
      ["bin list", "Show a rollback"],
      ["box list", "Show the widget"],
      ["pin widget", "Pin"],
      ["widget get", "Get"],
      ["undo it", "Revert"],
      ["bag list", "List a category"],
      ["x", "List"],
      ["xy", "List"],
      ["status get", "Get"],
      ["tin list", "List", "org invite users"],
      ["ask it", "Ask", "org ask"],
      ["pot list", "Die Größe"],
    ] as const;
    expect(search(query, rows)).toEqual(names);
  });

  test("depends more on a rare word than on a frequent one", () => {
    const rows = [
      ["page get", "Get"],
      ["page list", "List"],
      ["page sort", "Sort"],
      ["rare sort", "Sort"],
    ] as const;
    expect(search("page rare", rows)[0]).toBe("rare sort");
    const deprecated = ["rare", "Sort (deprecated: use tome page sort)"] as const;
    expect(search("rare", [deprecated, ["bin", "Show what is rare"]])).toEqual(["bin", "rare"]);
  });

  test.each([
    ["rename a page", ["cr edit", "page get"]],
    ["move the large image", ["cr edit"]],
    ["get a page", ["page get"]],
    ["a change request", ["cr edit"]],
    ["change-requests of a page", ["cr edit", "page get"]],
  ])("for %j prefers the command that changes pages, if it exists", (query, names) => {
    const rows = [["page get", "Get"]] as const;
    expect(search(query, [...rows, ["cr edit", "Open"]])).toEqual(names);
    const others = names.filter((name) => name !== "cr edit");
    expect(search(query, rows)).toEqual(others);
  });
});

describe("a command", () => {
  const invited =
    "The invitations have been sent, and users may be members already. To remove one, run tome member remove.";
  const admin = "admin in the organization";
  const user = "read in the organization; or the user themselves";
  test.each([
    ["org audit list", "read", admin, undefined],
    ["git plan", "read", "create in the space", undefined],
    ["site insights show", "read", "read on the site; read in the space", undefined],
    [
      "cr view",
      "read",
      `read in the space; membership in the organization; ${user}; a token`,
      undefined,
    ],
    ["history list", "read", undefined, undefined],
    ["undo", "write", undefined, undefined],
    ["collection update", "write", "read in the collection; admin in the collection", undefined],
    ["org invite users", "write", admin, invited],
    ["site publish", "delete", "admin on the site", undefined],
    ["member disable", "delete", admin, undefined],
    ["member sync", "delete", expect.stringContaining("or the owner of the team"), invited],
    [
      "member offboard",
      "delete",
      `${admin}; read in the space; admin in the space; edit in the space; and others`,
      "Notifications have been sent.",
    ],
  ])("%s has its effect, role and reason", async (name, effect, role, irreversible) => {
    const { verb, ...entry } = findCatalogCommand(await loadCatalog(), name);
    expect(entry).toEqual({ name, summary: verb.summary, effect, role, irreversible });
  });

  slowTests.each([
    "apply",
    "check",
    "access review",
    "site export",
    "auth login",
    "serve",
    "config set",
  ])("%s is not for agents", async (name) => {
    expect((await loadCatalog()).has(name)).toBe(false);
  });

  test("may have blanks and the name of the program", () => {
    expect(findCatalogCommand(catalog, " tome  space \n list ").name).toBe("space list");
  });
});

test.each([
  ["org font create", "face", [false, false, false]],
  ["org file upload", "path", [false, true, false]],
  ["org instructions put", "file", [false, true, false]],
  ["org instructions put", "text", [false, false, false]],
  ["org webhook create", "secret-file", [false, true, false]],
  ["site redirect put", "file", [false, true, false]],
  ["openapi put", "input", [false, true, false]],
  ["openapi diff", "from", [false, false, true]],
  ["space pdf", "save", [true, false, false]],
  ["cr edit", "upload", [true, false, false]],
  ["integration publish", "preview-image", [true, false, false]],
  ["integration publish", "icon", [true, false, false]],
  ["space create", "from-folder", [true, false, false]],
  ["saml create", "metadata", [true, false, false]],
  ["page get", "path", [false, false, false]],
])("of %s, --%s is a path, a text, or either", (command, name, kinds) => {
  const { verb } = findCatalogCommand(catalog, command);
  const parameters = listParameters(verb).filter((one) => one.name === name);
  expect(parameters.map((one) => [isLocalPath(one), isText(one), mayBeText(one)])).toEqual([kinds]);
});

test.each([
  ["space permission add", "There are space permission list, space permission grant"],
  ["backup create", "about folders of this machine"],
  ["spase list", "The most similar one is space list"],
  ["zzzzzzzz", 'Unknown command "zzzzzzzz". Search with find_commands.'],
  [
    "space permission",
    /^Unknown command "space permission"\. There are space list, (?!.*space permission list)/,
  ],
  // The first 30 of the commands about change requests.
  ["cr nosuch", /There are (?:cr [a-z-]+, ){29}cr [a-z-]+\.$/],
])("the unknown command %j is refused with what there is", (name, message) => {
  expect(() => findCatalogCommand(catalog, name)).toThrow(message);
});
