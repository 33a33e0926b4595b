/**
 * A change request on a site: the content after the merge, with marks, only for users with access.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { openTome } from "../../../../support/commands/tome.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { hasChromium, openChromium } from "../../../../support/machine/chromium.ts";
import { openReaders } from "../../reader/fixture.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Readers = Awaited<ReturnType<typeof openReaders>>;

/** For tests that pass no time: each has its own change request. */
const shared = await openReaders();

/** A change request of the sample whose space is on the site, with a new page and a changed one. */
async function prepared({ path = "getting-started", readers = shared } = {}) {
  const { service, token, db, site, url } = readers;
  const tome = openTome();
  const env = { TOME_TOKEN: token, TOME_BASE_URL: url, TOME_ORG: readers.org };
  const ok = async (line: string, stdin = "") => {
    const { code, stdout, stderr } = await tome(line, { env, stdin });
    if (code !== 0) throw new Error(`tome ${line}: ${stderr}`);
    return stdout.trim();
  };
  const { space_id } = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", site)
    .where("path", "=", path)
    .executeTakeFirstOrThrow();
  const made = JSON.parse(
    await ok(`cr create --space ${space_id} --subject Rename --json id,number`),
  );
  const { pages } = JSON.parse(await ok(`page list --space ${space_id} --json`));
  const page = pages.find((one: { type: string }) => one.type === "document");
  await ok(
    `cr edit ${made.id} --space ${space_id} --page ${page.id} --file -`,
    "Words that only the change request has.\n",
  );
  return { ...readers, service, tome, env, ok, space: space_id, request: made, page };
}

async function preview(
  { ok, request, space }: Awaited<ReturnType<typeof prepared>>,
  flags = "",
  stdin = "",
) {
  const line = `cr preview ${request.number} --space ${space} --no-browser --json url ${flags}`;
  const { url } = JSON.parse(await ok(line, stdin));
  return new URL(url);
}

const getCookie = (answer: Awaited<ReturnType<Readers["own"]>>) =>
  answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";

slowTest("tome cr preview shows the site after the merge, with changes marked", async () => {
  const all = await prepared();
  const { own, get, request, page } = all;
  const { pathname, search } = await preview(all);
  const first = await own(pathname + search);
  expect(first.status).toBe(200);
  expect(first.body).toContain(`Change request ${request.number}, <strong>Rename</strong>`);
  expect(first.body).toContain(`${page.title}</a> <em class="mark">changed</em>`);
  const cookie = getCookie(first);
  const link = /<aside class="change"[\s\S]*?<li><a href="([^"]+)"/.exec(first.body)?.[1] ?? "";
  const changed = await own(link, { cookie });
  expect(changed.body).toContain("Words that only the change request has.");
  const without = await own(`${link}?changeRequest=`, { cookie });
  expect(without.body).not.toContain("Words that only");
  expect(without.body).not.toContain("Change request");
  const published = await get("/");
  expect(published.body).not.toContain("Words that only");
});

slowTest(
  "conditional content is previewed as one of its visitors, or a note explains how",
  async () => {
    const all = await prepared({ path: "support-answers" });
    const { pathname, search } = await preview(all);
    const refused = await all.own(pathname + search);
    expect(refused.status).toBe(404);
    expect(refused.body).toContain("tome cr preview --claims");
    const shown = await preview(all, "--claims -", '{"isCustomer": true}');
    const { status, body } = await all.own(shown.pathname + shown.search);
    expect(status).toBe(200);
    expect(body).toContain("<strong>Rename</strong>");
  },
);

slowTest("a conflict is reported, and the version of the change request is shown", async () => {
  const all = await prepared();
  const { ok, own, space, page } = all;
  const other = JSON.parse(await ok(`cr create --space ${space} --subject Other --json id`));
  await ok(
    `cr edit ${other.id} --space ${space} --page ${page.id} --file -`,
    "Words of somebody else.\n",
  );
  await ok(`api POST /spaces/${space}/change-requests/${other.id}/merge`);
  const { pathname, search } = await preview(all);
  const { body } = await own(pathname + search);
  expect(body).toContain("1 conflict must be resolved before the merge");
  const link = /<aside class="change"[\s\S]*?<li><a href="([^"]+)"/.exec(body)?.[1] ?? "";
  const { headers } = await own(pathname + search);
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  expect((await own(link, { cookie })).body).toContain("Words that only the change request has.");
});

slowTest(
  "the changes are not shown without the token, with another change request, or on the published site",
  async () => {
    const all = await prepared({ readers: await openReaders() });
    const { own, get, request, db } = all;
    const { pathname, search } = await preview(all);
    expect((await get(`/?changeRequest=${request.id}`)).body).not.toContain("Change request");
    const unknown = new URLSearchParams(search);
    unknown.set("changeRequest", "nothing");
    const none = await own(`${pathname}?${unknown}`);
    expect([none.status, none.body.includes("Change request not found")]).toEqual([404, true]);
    const elsewhere = await db
      .selectFrom("change_requests")
      .select("id")
      .where("space_id", "<>", all.space)
      .where("space_id", "not in", (row) =>
        row.selectFrom("site_spaces").select("space_id").where("site_id", "=", all.site),
      )
      .executeTakeFirst();
    if (elsewhere) {
      unknown.set("changeRequest", elsewhere.id);
      expect((await own(`${pathname}?${unknown}`)).status).toBe(404);
    }
    const forged = new URLSearchParams(search);
    forged.set("token", `${forged.get("token")?.slice(0, -4)}AAAA`);
    expect((await own(`${pathname}?${forged}`)).body).not.toContain("Change request");
    await all.wait();
    await all.wait();
    await all.wait();
    expect((await own(pathname + search)).body).not.toContain("Change request");
  },
);

test("a space on no site has no preview, with the reason", async () => {
  const { ok, tome, env } = await prepared();
  const { id } = JSON.parse(await ok("space create --title Alone --json id"));
  await ok(`cr create --space ${id} --subject One`);
  const { code, stderr } = await tome(`cr preview 1 --space ${id} --no-browser`, { env });
  expect([code, stderr.includes("None of the sites that you can see shows the space")]).toEqual([
    2,
    true,
  ]);
});

const browserTest = hasChromium ? slowTest : test.skip;

browserTest(
  "the preview of a change request passes accessibility checks in a browser",
  async () => {
    const all = await prepared();
    const browser = await openChromium();
    onTestFinished(() => browser.close());
    const tab = await browser.newTab();
    for (const isDark of [false, true]) {
      await tab.show({ width: isDark ? 390 : 1400, isDark });
      await tab.open((await preview(all)).href);
      expect(tab.complaints()).toEqual([]);
      await tab.evaluate(`${axe}; 0`);
      const barriers = await tab.evaluate(
        "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))",
      );
      expect(barriers).toEqual([]);
      expect(await tab.evaluate("document.querySelector('aside.change') !== null")).toBe(true);
    }
  },
);

slowTest(
  "a URL with the number of a change request shows it to its readers, and to no other visitor",
  async () => {
    const all = await prepared();
    const { own, get, request, page } = all;
    const path = `/~/changes/${request.number}/${page.path}`;
    const anonymous = await get(path);
    expect(anonymous.status).toBe(403);
    expect(anonymous.body).toContain(
      encodeURIComponent(`/~/changes/${request.number}/`).replace("~", "%7E"),
    );
    const { pathname, searchParams } = await preview(all);
    const folder = /^\/_site\/[^/]+/.exec(pathname)?.[0] ?? "";
    const query = `?token=${searchParams.get("token")}`;
    const first = await own(`${folder}${path}${query}`);
    expect(first.status).toBe(307);
    expect(String(first.headers.location)).not.toMatch(/token|changes/);
    const shown = await own(String(first.headers.location), { cookie: getCookie(first) });
    const other = await own(`${folder}/~/changes/9999/${query}`);
    expect(other.status).toBe(404);
    expect(await get(path)).toMatchObject({ status: 403 });
    const home = await own(`${folder}/`, { cookie: getCookie(first) });
    expect(home.body).toContain(`Change request ${request.number}, <strong>Rename</strong>`);
    expect([200, 307]).toContain(shown.status);
  },
);

slowTest(
  "tome cr links --markdown prints the URLs of changed pages without active text",
  async () => {
    const { ok, request, space, page, host, db } = await prepared();
    await db
      .updateTable("change_requests")
      .set({ subject: "A [b](http://x) @team <img>" })
      .where("id", "=", request.id)
      .execute();
    const markdown = await ok(`cr links ${request.number} --space ${space} --markdown`);
    expect(markdown).toContain(`| [${page.title}](http://${host}/~/changes/${request.number}`);
    expect(markdown).toContain(") | edited |");
    expect(markdown).toContain("A \\[b\\](http\\://x) @\u200bteam \\<img\\>");
  },
);
