/** `tome plan`: shows the changes that apply would make. */
import type { Context, JsonObject, Result } from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import { isForPerson } from "../output-form.ts";
import { describeFolder } from "./describe-folder.ts";
import { showLive, showWanted } from "./desired/variables.ts";
import { makePlan } from "./planning/plan.ts";
import {
  buildPlanView,
  formatChanges,
  formatPlanScope,
  formatSummary,
  toPlanMarkdown,
} from "./planning/render.ts";
import { savePlan } from "./planning/saved-plan.ts";
import { type FilesPlanInput, formatFilesCommand, toStepRecord } from "./step.ts";
import { findUnfinishedApply } from "./writing/resume.ts";

interface ShowInput extends Omit<FilesPlanInput, "folder"> {
  readonly folder?: string | undefined;
  readonly save?: string | undefined;
  readonly markdown?: string | undefined;
  readonly fail?: "changes" | undefined;
}

export async function showPlan(context: Context, input: ShowInput): Promise<Result> {
  const { folder = ".", save, markdown, fail } = input;
  const progress = context.terminal.progress("Reading the organization …");
  const plan = await makePlan(context, { ...input, folder }).finally(progress.stop);
  if (save !== undefined) await savePlan(context, save, plan);
  if (markdown !== undefined) {
    const text = context.redactions.text(toPlanMarkdown(plan));
    await context.saveFile(markdown, Buffer.from(text), true);
  }
  const { steps } = plan;
  const unfinished = await findUnfinishedApply(context, folder);
  const summary = `${formatSummary(plan)}.`;
  const unsettled =
    fail !== undefined && steps.length > 0 ? new IncompleteError("findings", summary) : undefined;
  const apply =
    unfinished?.command ??
    (save === undefined ? formatFilesCommand("apply", plan) : `tome apply ${save}`);
  const planNotes = [
    ...plan.notes.map(context.redactions.text),
    ...(unfinished ? [unfinished.said] : []),
    formatPlanScope(plan),
  ];
  const notes = () => [...planNotes, ...(unsettled === undefined ? [summary] : [])];
  const next = steps.length > 0 ? `To apply these changes: ${apply}` : undefined;
  if (isForPerson(context) && steps.length > 0) {
    const limitedView = (limit: number) => buildPlanView(plan, limit);
    return { view: buildPlanView(plan), limitedView, notes, next, unsettled };
  }
  const { variables } = plan.folder;
  const rows = steps.map((step): JsonObject => {
    const record = toStepRecord(step);
    const changes = step.changes.map(({ field, from, to, side }) => {
      const old = showLive(step.kind, field, from, { value: to, variables });
      const now = showWanted(to, variables);
      return { field, from: old, to: now, side };
    });
    const fields = step.changes.map(({ field }) => field).join(" ");
    const values = formatChanges(step, variables);
    return context.redactions.value({ ...record, changes, fields, values });
  });
  return {
    list: [rows],
    columns: [
      { header: "ACTION", path: "does" },
      { header: "RESOURCE", path: "address", as: "title" },
      { header: "TITLE", path: "title", as: "title", wide: true },
      { header: "CHANGES", path: "values", wide: true },
      { header: "ID", path: "id", as: "id" },
    ],
    none: `The organization matches the files in ${describeFolder(folder)}.`,
    notes: steps.length === 0 ? () => planNotes : notes,
    next,
    unsettled: () => unsettled,
  };
}
