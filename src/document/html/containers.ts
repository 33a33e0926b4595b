/** Blocks that contain others: hints, tabs, steps, columns and collapsible sections. */
import type { Node } from "../../contract/document.model.ts";
import { attribute, type Html, html, nothing } from "./html.ts";
import type { HtmlWriter } from "./surroundings.ts";

/** Names of the hint styles for screen readers. */
const styles: Readonly<Record<string, string>> = {
  info: "Note",
  success: "Tip",
  warning: "Warning",
  danger: "Danger",
};

export function renderHint({ data = {}, nodes = [] }: Node, writing: HtmlWriter): Html {
  const named = String(data.style ?? "info");
  const style = Object.hasOwn(styles, named) ? named : "info";
  return html`<div class="hint ${style}"><p class="unseen">${styles[style]}</p>${writing.blocks(nodes)}</div>`;
}

/**
 * Works without scripts: each tab is a radio button, and the stylesheet shows the selected panel.
 */
export function renderTabs({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const name = `tabs-${writing.number()}`;
  const tabs = nodes.map((tab, at) => {
    const title = String(tab.data?.title ?? "") || `Tab ${at + 1}`;
    const id = writing.anchors.get(tab)?.id;
    const uniqueId = id === undefined ? undefined : writing.takeId(id);
    return html`<div class="tab"><label><input type="radio" name="${name}"${attribute("checked", at === 0)}><span>${title}</span></label><div class="panel"${attribute("id", uniqueId)}>${writing.blocks(tab.nodes ?? [])}</div></div>`;
  });
  return html`<fieldset class="tabs"><legend class="unseen">Choose one of ${nodes.length}</legend>${tabs}</fieldset>`;
}

export function renderStepper({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const steps = nodes.map(({ data = {}, nodes: inside = [] }) => {
    const { title } = data;
    const named =
      typeof title === "string" && title !== ""
        ? html`<p class="title"><strong>${title}</strong></p>`
        : nothing;
    return html`<li>${named}${writing.blocks(inside)}</li>`;
  });
  return html`<ol class="steps">${steps}</ol>`;
}

export function renderColumns({ nodes = [] }: Node, writing: HtmlWriter): Html {
  const columns = nodes.map(({ nodes: inside = [] }) => html`<div>${writing.blocks(inside)}</div>`);
  return html`<div class="columns">${columns}</div>`;
}

export function renderExpandable(node: Node, writing: HtmlWriter): Html {
  const part = (name: string) =>
    (node.fragments ?? []).find(({ fragment }) => fragment === name)?.nodes ?? [];
  const title = part("expandable-title").flatMap((block) => block.nodes ?? []);
  const id = writing.anchors.get(node)?.id;
  const uniqueId = id === undefined ? undefined : writing.takeId(id);
  const summary = writing.inlines(title);
  return html`<details${attribute("id", uniqueId)}${attribute("open", node.data?.defaultExpanded === true)}><summary>${summary.source.trim() === "" ? "More" : summary}</summary>${writing.blocks(part("expandable-body"))}</details>`;
}
