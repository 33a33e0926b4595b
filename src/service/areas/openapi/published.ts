/** What everybody who has the address finds there: the text of a specification that is public. */
import type { WireResponse } from "../../../contract/wire.ts";
import { Problem } from "../../../errors.ts";
import type { PublicHandler } from "../../core/public-route.ts";

/** The latest version. */
export const latest: PublicHandler = ({ db, path }) => {
  return answer(
    db
      .selectFrom("specifications")
      .innerJoin("specification_versions", "specification_versions.id", "last_version_id")
      .innerJoin("specification_contents", "version_id", "specification_versions.id")
      .select(["format", "text"])
      .where("specifications.id", "=", path.specificationId ?? "")
      .where("visibility", "=", "public")
      .executeTakeFirst(),
  );
};

/** One version. */
export const version: PublicHandler = ({ db, path }) => {
  return answer(
    db
      .selectFrom("specification_versions")
      .innerJoin("specifications", "specifications.id", "specification_id")
      .innerJoin("specification_contents", "version_id", "specification_versions.id")
      .select(["format", "text"])
      .where("specification_versions.id", "=", path.versionId ?? "")
      .where("specifications.id", "=", path.specificationId ?? "")
      .where("visibility", "=", "public")
      .executeTakeFirst(),
  );
};

async function answer(
  finding: Promise<{ readonly format: string; readonly text: string } | undefined>,
): Promise<WireResponse> {
  const found = await finding;
  if (!found) {
    throw new Problem(
      404,
      "There is no public API specification at this address; check the address.",
    );
  }
  return {
    status: 200,
    headers: {
      "cache-control": "no-cache",
      "content-type": `application/${found.format}; charset=utf-8`,
      "x-content-type-options": "nosniff",
      // Whatever the text is, a browser runs nothing of it.
      "content-security-policy": "sandbox; default-src 'none'",
    },
    body: found.text,
  };
}
