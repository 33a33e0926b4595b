/** Feeds of updates, and social images: what a visitor sees of a page, for other programs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { openTome } from "../../../support/commands/tome.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openReaders } from "../reader/fixture.ts";

const text = `Changes of the last weeks.

{% updates format="full" %}
{% update date="2026-03-01" tags="fix" %}
## Quiet hours

Alerts **wait** & rest < night.
{% endupdate %}

{% update date="2026-02-01" %}
Without a heading.
{% endupdate %}
{% endupdates %}

{% if visitor.claims.isCustomer %}
{% updates %}
{% update date="2026-01-01" %}
## For customers
{% endupdate %}
{% endupdates %}
{% endif %}
`;

async function openUpdates() {
  const readers = await openReaders();
  const { token, url, org } = readers;
  const cwd = temporaryFolder();
  const tome = openTome();
  const ok = async (line: string) => {
    const env = { TOME_TOKEN: token, TOME_BASE_URL: url, TOME_ORG: org };
    const ran = await tome(line, { env, cwd });
    expect([line, ran.stderr, ran.code]).toEqual([line, expect.any(String), 0]);
    return ran.stdout;
  };
  writeFileSync(join(cwd, "updates.md"), text);
  const edit = async (flags: string) => {
    const { number } = JSON.parse(
      await ok('cr create --space "Release notes" --subject Updates --json number'),
    );
    await ok(`cr edit ${number} --space "Release notes" ${flags}`);
    await ok(`cr merge ${number} --space "Release notes" --yes`);
  };
  await edit('--new --title "Changes & fixes" --slug changes --file updates.md');
  const { body } = await readers.get("/llms.txt");
  const [, base = ""] = /\((\S+)\/changes\.md\)/.exec(body) ?? [];
  return { ...readers, ok, edit, cwd, base };
}

const listTexts = (xml: string, name: string) =>
  Array.from(
    new DOMParser().parseFromString(xml, "text/xml").getElementsByTagName(name),
    ({ textContent }) => textContent,
  );

test("a page with updates has a feed, and each page an image, with the content that the visitor sees", async () => {
  const { get, own, ok, edit, site, host, cwd, base } = await openUpdates();
  const { body: page } = await get(`${base}/changes`);
  const [, link = ""] =
    /<link rel="alternate" type="application\/rss\+xml" title="[^"]*" href="([^"]+)">/.exec(page) ??
    [];
  expect(link).toBe(`${base}/changes/rss.xml`);
  const feed = await get(link);
  expect([feed.status, feed.headers["content-type"]]).toEqual([
    200,
    "application/rss+xml; charset=utf-8",
  ]);
  const address = `http://${host}${base}/changes`;
  expect(listTexts(feed.body, "title")).toEqual([
    "Changes & fixes · Lumen documentation",
    "Quiet hours",
    "February 1, 2026",
  ]);
  expect(listTexts(feed.body, "link")).toEqual([address, `${address}#quiet-hours`, address]);
  expect(listTexts(feed.body, "guid")).toEqual([
    `${address}#quiet-hours`,
    `${address}#2026-02-01-1`,
  ]);
  expect(listTexts(feed.body, "description").slice(1)).toEqual([
    "<p>Alerts wait &amp; rest &lt; night.</p>",
    "<p>Without a heading.</p>",
  ]);
  expect(listTexts(feed.body, "pubDate")).toEqual([
    "Sun, 01 Mar 2026 00:00:00 GMT",
    "Sun, 01 Feb 2026 00:00:00 GMT",
  ]);
  expect(listTexts(feed.body, "category")).toEqual(["fix"]);
  expect(page).toContain('id="quiet-hours"');
  expect(feed.body).not.toContain("For customers");

  writeFileSync(join(cwd, "claims.json"), JSON.stringify({ isCustomer: true }));
  const { url } = JSON.parse(
    await ok(`site preview ${site} --no-browser --claims claims.json --json url`),
  );
  const preview = new URL(url);
  const at = preview.host === host ? get : own;
  const { headers } = await at(preview.pathname + preview.search);
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const customers = await own(`/_site/${site}${link}`, { cookie });
  expect(customers.body).toContain("For customers");
  expect(customers.headers["cache-control"]).toBe("private, no-cache");

  const [, image = ""] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? [];
  expect(image).toMatch(new RegExp(`^http://${host}${base}/~gitbook/ogimage/`));
  const picture = await get(new URL(image).pathname);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(page).toContain('<meta property="og:title" content="Changes &amp; fixes">');

  const absent = await Promise.all(
    [`${base}/rss.xml`, `${base}/nothing/rss.xml`, `${base}/~gitbook/ogimage/nothing`].map((path) =>
      get(path),
    ),
  );
  expect(absent.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await get("/~gitbook/icon")).headers["content-type"]).toBe("image/svg+xml");

  await edit("--page changes --delete");
  expect((await get(link)).status).toBe(404);
  expect((await get(new URL(image).pathname)).status).toBe(404);

  const card = "https://images.example.com/card.png";
  writeFileSync(join(cwd, "look.json"), JSON.stringify({ socialPreview: { url: card } }));
  await ok(`site customization update ${site} --file look.json`);
  expect((await get("/install")).body).toContain(`<meta property="og:image" content="${card}">`);
});
