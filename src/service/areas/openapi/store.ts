/** Giving a specification a source, and asking for its processing. */
import type { SpecificationSource } from "../../../contract/openapi.model.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import type { SourceGiven } from "./outcome.ts";
import { processingKind } from "./process.ts";
import type { SpecificationRow } from "./rows.ts";
import type { SpecificationTable } from "./tables.ts";

/** @returns the id of the new row */
export async function addSpecification(
  call: Call,
  organizationId: string,
  slug: string,
  source: SpecificationSource,
): Promise<string> {
  const id = call.newId();
  const now = call.now.toISOString();
  await call.db
    .insertInto("specifications")
    .values({
      id,
      organization_id: organizationId,
      slug,
      ...columnsOf(source),
      source_number: 1,
      processing_state: "pending",
      visibility: "private",
      last_version_id: null,
      last_processed_at: null,
      last_error_code: null,
      last_errors: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await askForProcessing(call, { specificationId: id, sourceNumber: 1 });
  return id;
}

/** What came of the source before stays to be seen until the new one is processed. */
export async function replaceSource(
  call: Call,
  { id, source_number }: SpecificationRow,
  source: SpecificationSource,
): Promise<void> {
  const given = { specificationId: id, sourceNumber: source_number + 1 };
  await call.db
    .updateTable("specifications")
    .set({
      ...columnsOf(source),
      source_number: given.sourceNumber,
      processing_state: "pending",
      updated_at: call.now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  await askForProcessing(call, given);
}

function askForProcessing(call: Call, given: SourceGiven): Promise<void> {
  return call.enqueue({ kind: processingKind, payload: given });
}

/** @throws Problem 400 for what cannot be kept, or would show a password to the whole organization */
function columnsOf(
  source: SpecificationSource,
): Pick<SpecificationTable, "source_url" | "source_text"> {
  if ("text" in source) {
    // Not every database can keep it.
    if (source.text.includes("\0")) {
      throw new Problem(400, "source.text has the character U+0000 in it, which is no text.", {
        field: "source.text",
      });
    }
    return { source_url: null, source_text: source.text };
  }
  const { username, password } = new URL(source.url);
  if (username !== "" || password !== "") {
    throw new Problem(
      400,
      "source.url holds a user name or password, which everybody in the organization would see; leave it out, or send the text instead.",
      { field: "source.url" },
    );
  }
  return { source_url: source.url, source_text: null };
}
