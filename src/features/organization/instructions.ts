/** Agent instructions of an organization: show and replace. */

import type { Context, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/org-instructions.ts";
import { UsageError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";
import { asksForForm } from "../output-form.ts";

type Instructions = Input<typeof contract.put>["instructions"];

interface InstructionsPutInput {
  readonly organizationId: string;
  readonly text?: Instructions;
  readonly file?: Instructions;
}

const columns = [
  { header: "UPDATED", path: "updatedAt", as: "time" },
  { header: "UPDATED BY", path: "updatedBy" },
] as const;

export async function get(context: Context, input: Input<typeof contract.get>): Promise<Result> {
  const { value } = await (await context.client()).call(contract.get, input);
  const record = asObject(value);
  if (asksForForm(context.choice)) return { record, columns };
  const text = await context.toMarkdown(record.instructions);
  return text.trim() === ""
    ? { done: "The organization has no agent instructions.", record: {} }
    : { text };
}

export async function put(
  context: Context,
  { organizationId, text, file }: InstructionsPutInput,
): Promise<Result> {
  const instructions = text ?? file;
  if (instructions === undefined || (text !== undefined && file !== undefined)) {
    throw new UsageError(
      "Specify either --file <file> or --text <markdown>.",
      "tome org instructions put --help",
    );
  }
  const input = { organizationId, instructions };
  const client = await context.client();
  const { value } = await client.call(contract.put, input);
  return {
    done: "Replaced the agent instructions of the organization.",
    record: asObject(value),
    columns,
  };
}
