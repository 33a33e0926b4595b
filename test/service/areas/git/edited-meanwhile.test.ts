import { expect, test } from "vitest";
import * as git from "../../../../src/contract/git.ts";
import { synchronizeGit } from "../../../../src/service/areas/git/synchronize.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { inTransaction } from "../../../../src/service/database/transaction.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import type { JobRequest, LongJobCall } from "../../../../src/service/jobs/job.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, main, outline } from "../../../support/git/git-space.ts";
import { getEffect } from "../../../support/platforms/job-kinds.ts";

test("an edit during an import is merged, not lost", async () => {
  const { workspace, admin, organizationId, spaceId, imports, tree, edit, info } = await gitSpace();
  const { db, service } = workspace;
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  await imports(repository.path);
  repository.commit({ "new.md": "# New\n" });
  await workspace.ok(admin, git.importRepository, { spaceId, url: repository.path, ref: main });
  // The test runs the job itself, so that it can edit the space meanwhile.
  await db.deleteFrom("jobs").execute();
  const requester = {
    principal: { kind: "user", user: admin },
    organization: organizationId,
  } as const;
  const call: LongJobCall = {
    db,
    now: workspace.now,
    time: () => workspace.now,
    newId: createId,
    enqueue: (job: JobRequest) => service.jobs.enqueue(db, { ...requester, ...job }),
    clockIsMoved: false,
    warn: () => {},
    outside: openOutside(true),
    secretBox: openSecretBox(undefined),
    signal: new AbortController().signal,
    requirePermission: async () => {},
  };
  const end = getEffect(await synchronizeGit.prepare({ spaceId }, call));
  await edit((content) => ({
    ...content,
    pages: [...content.pages, { id: "mine", type: "document", title: "Mine", pages: [] }],
  }));
  await inTransaction(db, (transaction) =>
    end({
      ...call,
      db: transaction,
      enqueue: (job: JobRequest) => service.jobs.enqueue(transaction, { ...requester, ...job }),
    }),
  );
  expect(await info()).toMatchObject({ state: "running" });
  await service.jobs.finish();
  expect(await info()).toMatchObject({ state: "success" });
  expect(outline((await tree()).pages).toSorted()).toEqual(["Home", "Mine", "New"]);
});
