import { expect, test } from "vitest";
import { openReaders } from "../../service/areas/reader/fixture.ts";
import { openTome } from "../../support/commands/tome.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";

test("the note below the views of pages has the number of visitors of the site", async () => {
  const { get, org, site, token, url } = await openReaders();
  for (const visitor of ["one", "two"]) {
    for (const path of ["/user-guide", "/release-notes", "/user-guide"]) {
      const headers = { "user-agent": `${browser} ${visitor}` };
      expect((await get(path, headers)).status).toBeLessThan(400);
    }
  }
  const tome = openTome();
  const env = { TOME_BASE_URL: url, TOME_TOKEN: token, TOME_ORG: org };
  const pages = await tome(`site insights ${site}`, { env });
  expect(pages.stderr).toMatch(/In total: \d+ views, 2 visitors, 0 searches, 0 ratings\./);
  // Visitors are not counted by filter.
  const filtered = await tome(`site insights ${site} --without-bots`, { env });
  expect(filtered.stderr).toMatch(/In total: \d+ views, 0 searches, 0 ratings\./);
});
