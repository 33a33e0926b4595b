/** Public routes that serve the text of public API specifications without a token. */
import type { WireResponse } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import type { PublicHandler } from "../../core/public-route.ts";

/** The latest version. */
export const answerLatest: PublicHandler = ({ db, path }) => {
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
export const answerVersion: PublicHandler = ({ db, path }) => {
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
  query: Promise<{ readonly format: string; readonly text: string } | undefined>,
): Promise<WireResponse> {
  const row = await query;
  if (!row) {
    throw new ApiError(404, "No public API specification exists at this URL. Check the URL.");
  }
  return {
    status: 200,
    headers: {
      "cache-control": "no-cache",
      "content-type": `application/${row.format}; charset=utf-8`,
      "x-content-type-options": "nosniff",
      // A browser must not run anything in the text.
      "content-security-policy": "sandbox; default-src 'none'",
    },
    body: row.text,
  };
}
