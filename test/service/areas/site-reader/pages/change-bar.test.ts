import { describe, expect, test } from "vitest";
import {
  renderChangeBar,
  renderMark,
} from "../../../../../src/service/areas/site-reader/pages/change-bar.ts";
import type { ChangePreview } from "../../../../../src/service/areas/site-reader/pages/change-preview.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { createTestView } from "../view.ts";

const content = tree([
  page("home", { title: "Home" }),
  page("start", { title: "Start <1>" }),
  page("group", { title: "Group", type: "group" }),
]);
const plain = { outline: { siteSpaces: { guide: {}, other: {} } }, current: "guide" };

function createChange(fields: Partial<ChangePreview> = {}): ChangePreview {
  return createPartial<ChangePreview>({
    ...{ number: 7, subject: "Rename", conflicts: 0, removed: [], tree: content },
    ...{ spaceId: "of-guide", marks: new Map() },
    ...fields,
  });
}

const render = (change?: ChangePreview) =>
  renderChangeBar(createTestView({ ...plain, ...(change && { change }) })).source;

describe("the bar of a preview", () => {
  test("has the number and subject of the change request", () => {
    expect(render()).toBe("");
    expect(render(createChange())).toBe(
      '<aside class="change" aria-label="Preview of a change request">\n<p>Change request 7, <strong>Rename</strong>, shown as if merged. <a href="?changeRequest=">Exit preview</a></p>\n<p>No pages are changed.</p></aside>\n',
    );
    expect(render(createChange({ subject: "" }))).toContain("<strong>without a subject</strong>");
  });

  test("lists changed and removed pages, with links to documents that the visitor sees", () => {
    const marks = new Map([
      ["start", "changed"],
      ["group", "new"],
      ["unknown", "new"],
    ] as const);
    const change = createChange({ marks: new Map(marks), removed: ["Old"] });
    const mark = (text: string) => ` <em class="mark">${text}</em>`;
    const rest = `<li>Group${mark("new")}</li><li>Old${mark("removed")}</li></ul></details>`;
    const summary = "<details><summary>3 pages</summary><ul>";
    expect(render(change)).toContain(
      `${summary}<li><a href="/at/guide/start">Start &lt;1&gt;</a>${mark("changed")}</li>${rest}`,
    );
    expect(render({ ...change, spaceId: "hidden" })).toContain(
      `${summary}<li>Start &lt;1&gt;${mark("changed")}</li>${rest}`,
    );
    expect(render(createChange({ removed: ["Old"] }))).toContain("<summary>1 page</summary>");
  });

  test("warns about conflicts", () => {
    const text = "must be resolved before the merge.";
    expect(render(createChange({ conflicts: 1 }))).toContain(`<p>1 conflict ${text}`);
    expect(render(createChange({ conflicts: 2 }))).toContain(`<p>2 conflicts ${text}`);
    expect(render(createChange())).not.toContain("conflict");
  });
});

test("only changed pages of the space of the change request have a mark", () => {
  const change = createChange({ marks: new Map([["start", "changed"]]) });
  const mark = (current: string, id: string, shown?: ChangePreview) =>
    renderMark(createTestView({ ...plain, current, ...(shown && { change: shown }) }), id).source;
  expect(mark("guide", "start", change)).toBe(' <em class="mark">changed</em>');
  expect(mark("guide", "home", change)).toBe("");
  expect(mark("other", "start", change)).toBe("");
  expect(mark("guide", "start")).toBe("");
});
