/** Reasons why a file of a repository was not found. */
import { expect, test } from "vitest";
import { createMissingFileFinder } from "../../../src/document/repository/missing-file.ts";

const finder = createMissingFileFinder(
  [
    ...["README.md", "guides/start/setup.md", "guides/Install.md", ".gitbook/assets/a.png"],
    ...["one/Twice.md", "two/twice.md", "one/Same.md", "two/same.md", "three/SAME.md"],
  ],
  ["linked", "page.md", "guides/linked.md"],
);

test.each([
  ["guides", " is a folder without README.md, so it has no page."],
  ["guides/start", " is a folder without README.md, so it has no page."],
  ["guide", " was not found."],
  ["guides/install.md", " was not found; did you mean guides/Install.md?"],
  ["setup.md", " was not found; did you mean guides/start/setup.md?"],
  ["SETUP.md", " was not found; did you mean guides/start/setup.md?"],
  // Several files have the name.
  ["twice.md", " was not found."],
  ["same.md", " was not found."],
  ["one/twice.md", " was not found; did you mean one/Twice.md?"],
  ["three/same.md", " was not found; did you mean three/SAME.md?"],
  ["linked", " is a symbolic link, which an import skips."],
  // A link may leave out the ending of a page.
  ["page.md", " is a symbolic link, which an import skips."],
  ["page", " is not imported, because page.md is a symbolic link."],
  ["guides/linked", " is not imported, because guides/linked.md is a symbolic link."],
  ["other/page", " was not found."],
  ["linked/a.md", " is not imported, because linked is a symbolic link."],
])("%s%s", (location, reason) => {
  expect(finder.describe(location)).toBe(reason);
});
