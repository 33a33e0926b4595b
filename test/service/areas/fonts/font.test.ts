/** Uploads and custom fonts, from the upload of a file to the pages of a site. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint, Input } from "../../../../src/contract/endpoint.ts";
import * as font from "../../../../src/contract/font.ts";
import type { UploadKind } from "../../../../src/contract/font-values.ts";
import * as member from "../../../../src/contract/member.ts";
import * as site from "../../../../src/contract/site.ts";
import { settings } from "../../../../src/contract/site-customization.model.ts";
import * as customization from "../../../../src/contract/site-customization.ts";
import * as space from "../../../../src/contract/space.ts";
import * as storage from "../../../../src/contract/storage.ts";
import type { WireResponse } from "../../../../src/contract/wire.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

const read = (path: string) => readFileSync(resolve("node_modules", path));
const files = {
  ttf: read("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  woff2: read("temml/dist/Temml.woff2"),
};

let fixture: SitesFixture;
let of: { readonly organizationId: string };

beforeAll(async () => {
  fixture = await openSitesFixture();
  of = { organizationId: fixture.org };
});

function ok<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return fixture.workspace.ok(fixture.admin, endpoint, input);
}

async function createUpload(
  bytes: Uint8Array,
  options: { readonly kind?: UploadKind; readonly type?: string; readonly name?: string } = {},
) {
  const { kind = "customization_font", type = "font/woff2", name = "a.woff2" } = options;
  return ok(storage.upload, { ...of, file: { name, type, size: bytes.byteLength }, kind });
}

async function send(
  method: "GET" | "PUT",
  url: string,
  bytes?: Uint8Array,
  type?: string,
): Promise<WireResponse> {
  return fixture.workspace.service.transport({
    method,
    url,
    headers: type === undefined ? {} : { "content-type": type },
    bytes,
  });
}

async function uploadFont(bytes: Uint8Array, type = "font/woff2"): Promise<string> {
  const { url, key } = await createUpload(bytes, { type });
  expect((await send("PUT", url, bytes, type)).status).toBe(200);
  return key;
}

async function createFont(fontFamily: string, bytes: Uint8Array = files.woff2) {
  const storageKey = await uploadFont(bytes);
  return ok(font.create, { ...of, fontFamily, fontFaces: [{ weight: 400, storageKey }] });
}

async function countBlobs(): Promise<number> {
  const rows = await fixture.workspace.db.selectFrom("blobs").select("hash").execute();
  return rows.length;
}

describe("an upload URL", () => {
  test("accepts one of several simultaneous uploads", async () => {
    const { url } = await createUpload(files.woff2);
    const uploads = [1, 2, 3].map(() => send("PUT", url, files.woff2));
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410, 410]);
  });

  test("accepts the announced file once, and nothing else", async () => {
    const { url } = await createUpload(files.woff2);
    const bare = url.replace(/\?.*/, "");
    expect((await send("PUT", `${bare}?token=wrong`, files.woff2)).status).toBe(404);
    expect((await send("PUT", bare, files.woff2)).status).toBe(404);
    const refuse = async (bytes: Uint8Array, type?: string) => {
      const answer = await send("PUT", url, bytes, type);
      return [answer.status, JSON.parse(await getText(answer)).error.message];
    };
    const { length } = files.woff2;
    expect(await refuse(files.woff2.subarray(1))).toEqual([
      ...[400, `The file has ${length - 1} bytes, but ${length} were announced.`],
    ]);
    expect(await refuse(Buffer.concat([files.woff2, files.woff2]))).toEqual([
      ...[413, `The file has ${2 * length} bytes, but ${length} were announced.`],
    ]);
    expect(await refuse(files.woff2, " image/png; a=b")).toEqual([
      ...[415, "The content type is image/png, but font/woff2 was announced."],
    ]);
    const accepted = await send("PUT", url, files.woff2, " FONT/woff2 ; charset=binary");
    expect(accepted).toMatchObject({
      status: 200,
      headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" },
      body: "",
    });
    expect(await refuse(files.woff2, "font/woff2")).toEqual([
      ...[410, "A file has been uploaded to this URL. Request a new one."],
    ]);
    // Only organization files are published.
    expect((await send("GET", bare)).status).toBe(404);
  });

  test("refuses files that are not complete fonts", async () => {
    const text = Buffer.from("<script>alert(1)</script>");
    for (const bytes of [text, files.woff2.subarray(0, 500), files.ttf.subarray(0, 5000)]) {
      const { url } = await createUpload(bytes);
      const answer = await send("PUT", url, bytes);
      expect([bytes.length, answer.status]).toEqual([bytes.length, 400]);
    }
    const { workspace, admin } = fixture;
    const file = { name: "a.svg", type: "image/svg+xml", size: 10 };
    const refused = { ...of, file, kind: "customization_font" } as const;
    expect((await workspace.ask(admin, storage.upload, refused)).status).toBe(400);
    const large = { ...refused, file: { ...file, type: "font/ttf", size: 6 * 1024 * 1024 } };
    expect((await workspace.ask(admin, storage.upload, large)).status).toBe(400);
  });

  test("expires, and ends with the role of its user", async () => {
    const { workspace, org } = fixture;
    const editor = await workspace.member(org, "create");
    const file = { name: "a.png", type: "image/png", size: 3 };
    const input = { ...of, file, kind: "organization_file" } as const;
    const { url } = await workspace.ok(editor, storage.upload, input);
    await ok(member.update, { ...of, userId: editor, role: "read" });
    expect((await send("PUT", url, Buffer.from("abc"))).status).toBe(403);
    await ok(member.remove, { ...of, userId: editor });
    expect((await send("PUT", url, Buffer.from("abc"))).status).toBe(404);
    const minute = 1 / 24 / 60;
    const { url: old } = await createUpload(files.woff2);
    workspace.passDays(15 * minute);
    const expired = await send("PUT", old, files.woff2);
    expect([expired.status, JSON.parse(await getText(expired)).error.message]).toEqual([
      ...[410, "This URL has expired. Request a new one."],
    ]);
    const { url: recent } = await createUpload(files.woff2);
    workspace.passDays(14 * minute);
    expect((await send("PUT", recent, files.woff2)).status).toBe(200);
  });

  test("publishes an organization file without its token, and no scripts", async () => {
    const page = Buffer.from("<script>alert(1)</script>");
    for (const [type, shown, disposition] of [
      ["text/html", "application/octet-stream", "attachment"],
      ["application/xhtml+xml", "application/octet-stream", "attachment"],
      ["text/plain", "text/plain", "inline"],
      ["application/pdf", "application/pdf", "inline"],
      ["audio/ogg", "audio/ogg", "inline"],
      ["video/mp4", "video/mp4", "inline"],
      ["image/svg+xml", "image/svg+xml", "inline"],
    ] as const) {
      const kind = "organization_file";
      const { url } = await createUpload(page, { kind, type, name: "../logo one.svg" });
      await send("PUT", url, page, type);
      const answer = await send("GET", url.replace(/\?.*/, ""));
      expect(answer.headers).toMatchObject({
        "content-type": shown,
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "content-disposition": `${disposition}; filename*=UTF-8''..%2Flogo%20one.svg`,
        "cache-control": "public, max-age=31536000, immutable",
        "content-length": String(page.length),
      });
      expect(await getText(answer)).toBe(page.toString());
    }
  });
});

describe("a custom font", () => {
  test("requires a regular weight and files of its organization", async () => {
    const { workspace, admin } = fixture;
    const storageKey = await uploadFont(files.woff2);
    const fontFamily = "Acme";
    for (const [fontFaces, status] of [
      [[{ weight: 700, storageKey }], 412],
      [[...Array(2)].map(() => ({ weight: 400, storageKey })), 412],
      [[{ weight: 400, storageKey: `${storageKey}x` }], 400],
    ] as const) {
      const input = { ...of, fontFamily, fontFaces: [...fontFaces] };
      expect((await workspace.ask(admin, font.create, input)).status).toBe(status);
    }
    const organizationId = await workspace.organization();
    const other = await workspace.member(organizationId, "admin");
    const foreign = { organizationId, fontFamily, fontFaces: [{ weight: 400, storageKey }] };
    expect((await workspace.ask(other, font.create, foreign)).status).toBe(400);
  });

  test("gains, replaces and loses weights, and is served by its URLs", async () => {
    const created = await createFont("Weights");
    const bold = await uploadFont(files.ttf, "font/ttf");
    const at = { ...of, fontId: created.id };
    const both = await ok(font.update, { ...at, fontFaces: [{ weight: 700, storageKey: bold }] });
    expect(both.fontFaces.map(({ weight }) => weight)).toEqual([400, 700]);
    const [woff2, ttf] = both.fontFaces.flatMap(({ sources }) => sources);
    expect([woff2?.format, ttf?.format]).toEqual(["woff2", undefined]);
    const answer = await send("GET", ttf?.url ?? "");
    expect(answer.headers).toMatchObject({
      "content-type": "font/ttf",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(files.ttf.length),
    });
    const renamed = await ok(font.update, {
      ...at,
      fontFamily: "Renamed",
      fontFaces: [{ weight: 700, storageKey: null }],
    });
    expect(renamed).toMatchObject({ fontFamily: "Renamed", fontFaces: [{ weight: 400 }] });
    expect((await send("GET", ttf?.url ?? "")).status).toBe(404);
    const { workspace, admin } = fixture;
    const none = { ...at, fontFaces: [{ weight: 400, storageKey: null }] };
    expect(await workspace.refused(admin, font.update, none)).toEqual({
      ...{ status: 412, message: "A font requires the weight 400 (regular). Add it to fontFaces." },
    });
  });

  test("is named, changed and deleted by admins only, and a change can leave its weights", async () => {
    const { workspace, org } = fixture;
    const created = await createFont("Named");
    const at = { ...of, fontId: created.id };
    const reader = await workspace.member(org, "create");
    expect(await workspace.ok(reader, font.get, at)).toEqual({
      ...{ ...created, permissions: { ...created.permissions, edit: false } },
    });
    const asked = { ...of, fontFamily: "Mine", fontFaces: [{ weight: 400, storageKey: "none" }] };
    for (const refused of [
      workspace.refused(reader, font.create, asked),
      workspace.refused(reader, font.update, { ...at, fontFamily: "Mine" }),
      workspace.refused(reader, font.remove, at),
    ]) {
      expect((await refused).status).toBe(403);
    }
    for (const refused of [
      workspace.refused(fixture.admin, font.create, { ...asked, fontFamily: " " }),
      workspace.refused(fixture.admin, font.update, { ...at, fontFamily: " " }),
    ]) {
      expect(await refused).toMatchObject({
        ...{ status: 400, message: expect.stringContaining("fontFamily") },
      });
    }
    expect(await ok(font.update, { ...at, fontFamily: "Other" })).toEqual({
      ...{ ...created, fontFamily: "Other" },
    });
    expect(await ok(font.update, { ...at, fontFaces: [] })).toEqual({
      ...{ ...created, fontFamily: "Other" },
    });
    expect((await ok(font.list, of)).items).toContainEqual({ ...created, fontFamily: "Other" });
    const twice = [500, 500].map((weight) => ({ weight, storageKey: null }));
    expect(
      await workspace.refused(fixture.admin, font.update, { ...at, fontFaces: twice }),
    ).toEqual({
      status: 412,
      message: "fontFaces contains the weight 500 twice. Send it once.",
    });
    expect((await workspace.ask(fixture.admin, font.remove, at)).status).toBe(205);
    expect((await workspace.ask(fixture.admin, font.remove, at)).status).toBe(204);
    expect((await workspace.refused(fixture.admin, font.update, at)).status).toBe(404);
  });

  test("has at most 20 weights, and only files that were uploaded as fonts", async () => {
    const storageKey = await uploadFont(files.woff2);
    const { id: fontId } = await createFont("Many");
    const weights = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ weight: 100 + at, storageKey }));
    const { workspace, admin } = fixture;
    const update = (fontFaces: { weight: number; storageKey: string }[]) =>
      workspace.ask(admin, font.update, { ...of, fontId, fontFaces });
    const most = await update(weights(19));
    expect(most.status).toBe(201);
    expect(await update([{ weight: 500, storageKey }])).toMatchObject({
      ...{ status: 412, message: "A font can have at most 20 weights." },
    });
    const pending = await createUpload(files.woff2);
    const kind = "organization_file";
    const other = await createUpload(files.woff2, { kind });
    await send("PUT", other.url, files.woff2, "font/woff2");
    for (const key of [pending.key, other.key]) {
      expect(await update([{ weight: 400, storageKey: key }])).toMatchObject({
        ...{ status: 400, message: `No font file was uploaded with the key ${key}.` },
      });
    }
  });

  test("is one of at most 100 fonts of an organization", async () => {
    const { workspace } = fixture;
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const created_at = workspace.now.toISOString();
    const add = (count: number) =>
      workspace.db
        .insertInto("custom_fonts")
        .values(
          Array.from({ length: count }, (_, at) => ({
            ...{ id: `${count}-${at}`, organization_id: organizationId, family: "A", created_at },
          })),
        )
        .execute();
    const asked = {
      organizationId,
      fontFamily: "B",
      fontFaces: [{ weight: 400, storageKey: "x" }],
    };
    await add(99);
    expect((await workspace.refused(admin, font.create, asked)).status).toBe(400);
    await add(1);
    expect(await workspace.refused(admin, font.create, asked)).toEqual({
      status: 409,
      message: "The organization has reached the limit of 100 fonts. Delete one first.",
    });
  });

  test("is stored once, until the last reference to its file is gone", async () => {
    const before = await countBlobs();
    const bytes = Buffer.from(files.ttf);
    const first = await createFont("One", bytes);
    const second = await createFont("Two", bytes);
    expect(await countBlobs()).toBeLessThanOrEqual(before + 1);
    await ok(font.remove, { ...of, fontId: first.id });
    const { sources } = second.fontFaces[0] ?? { sources: [] };
    expect((await send("GET", sources[0]?.url ?? "")).status).toBe(200);
    // The keys of uploads expire with the next one.
    fixture.workspace.passDays(2);
    await createUpload(files.woff2);
    expect((await send("GET", sources[0]?.url ?? "")).status).toBe(200);
    const remaining = await countBlobs();
    await ok(font.remove, { ...of, fontId: second.id });
    expect(await countBlobs()).toBe(remaining - 1);
  });
});

describe("a site with a custom font", () => {
  slowTest("loads it from its own URL, until the font is deleted", async () => {
    const created = await createFont("Site Sans");
    const { permissions: _, ...definition } = created;
    const siteId = await fixture.site("Guide");
    const at = { ...of, siteId };
    await ok(customization.put, {
      ...at,
      settings: settings.parse({ styling: { font: definition } }),
    });
    await ok(site.publish, at);
    const home = `http://127.0.0.1:4000/_site/${siteId}`;
    const page = await send("GET", home);
    expect(page.headers["content-security-policy"]).toContain("font-src 'self'");
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(await getText(page)) ?? [];
    const styleUrl = new URL(style, home);
    const css = await getText(await send("GET", styleUrl.href));
    const [, source = ""] =
      /@font-face\{[^}]*src:url\("([^"]+)"\) format\("woff2"\)/.exec(css) ?? [];
    expect(css).toContain(`--body:"tome-${created.id}",system-ui`);
    const fontUrl = new URL(source, styleUrl).href;
    const file = await send("GET", fontUrl);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "font/woff2"]);
    // A font of the organization that the site does not use is not on the site.
    const unused = await createFont("Unused", Buffer.from(files.ttf));
    const other = unused.fontFaces[0]?.sources[0]?.url.split("/").at(-1);
    const elsewhere = new URL(`../~fonts/${unused.id}/${other}`, styleUrl).href;
    expect((await send("GET", elsewhere)).status).toBe(404);
    await ok(font.remove, { ...of, fontId: created.id });
    expect((await ok(customization.get, at)).styling.font).toBe("Inter");
    expect((await send("GET", fontUrl)).status).toBe(404);
  });

  test("has no effect from a font of another organization", async () => {
    const { workspace } = fixture;
    const created = await createFont("Foreign");
    const { permissions: _, ...definition } = created;
    const organizationId = await workspace.organization();
    const other = await workspace.member(organizationId, "admin");
    const { id: spaceId } = await workspace.ok(other, space.create, { organizationId, title: "A" });
    const { id } = await workspace.ok(other, site.create, { organizationId, spaces: [spaceId] });
    const at = { organizationId, siteId: id };
    const chosen = settings.parse({ styling: { font: definition } });
    await workspace.ok(other, customization.put, { ...at, settings: chosen });
    await workspace.ok(other, site.publish, at);
    const home = `http://127.0.0.1:4000/_site/${id}`;
    const text = await getText(await send("GET", home));
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const css = await getText(await send("GET", new URL(style, home).href));
    expect(css).toContain("--body:");
    expect(css).not.toContain("@font-face");
    const name = definition.fontFaces[0]?.sources[0]?.url.split("/").at(-1);
    const stolen = new URL(`../~fonts/${created.id}/${name}`, new URL(style, home)).href;
    expect((await send("GET", stolen)).status).toBe(404);
    expect(
      (await workspace.ask(other, font.get, { organizationId, fontId: created.id })).status,
    ).toBe(404);
  });
});
