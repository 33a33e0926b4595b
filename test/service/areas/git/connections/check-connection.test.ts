import { expect, test } from "vitest";
import { getFirstSync } from "../../../../../src/service/areas/git/connections/check-connection.ts";

// Later imports are followed by no export, which would reformat files of the repository.
test.each([
  [{ isNew: true, priority: "gitbook" }, { thenExport: true }],
  [{ isNew: true, priority: "git" }, {}],
  [{ isNew: true }, {}],
  [{ priority: "gitbook" }, {}],
  [{ priority: "git" }, {}],
  [{}, {}],
])(
  "only the first import that gives the space priority is followed by an export: %j",
  (config, expected) => {
    expect(getFirstSync({ config: JSON.stringify(config) })).toEqual(expected);
  },
);
