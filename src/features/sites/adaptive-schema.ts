/** Replacement of a site's visitor schema with a JSON Schema file. */

import type { Context, Result } from "../../context.ts";
import * as contract from "../../contract/site-adaptive-schema.ts";
import { UsageError } from "../../errors.ts";
import { isObject } from "../../json/values.ts";

interface AdaptiveSchemaInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly file: string;
}

export async function putSchema(
  context: Context,
  { file, ...of }: AdaptiveSchemaInput,
): Promise<Result> {
  const jsonSchema = await context.readDocument(file);
  if (!isObject(jsonSchema)) {
    throw new UsageError(
      `--file ${file} must contain a JSON Schema object.`,
      "tome site adaptive-schema put --help",
    );
  }
  const fault = await context.findSchemaFault(jsonSchema);
  if (fault !== undefined) {
    throw new UsageError(`--file ${file} ${fault}.`, "tome site adaptive-schema put --help");
  }
  const request = { ...of, jsonSchema };
  const client = await context.client();
  const { value } = await client.call(contract.put, request);
  const record = isObject(value) ? value : {};
  return { done: `Replaced the visitor schema of ${of.siteId}.`, record };
}
